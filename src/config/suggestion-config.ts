/** Environment variables for suggestions. */
import { z } from 'zod';
import { flag, optionalHttpUrl, optional, wholeNumber } from './environment-values.js';

export const suggestionVariables = {
  SUGGESTIONS: flag.default(true),
  SUGGEST_URL: optionalHttpUrl,
  SUGGEST_API_KEY: optional,
  // The name is shown with the texts that the model wrote.
  SUGGEST_MODEL: z.string().max(200, 'must be at most 200 characters').default('gpt-4o-mini'),
  SUGGEST_TEXT_CHARS: wholeNumber(2_000, 1_000_000).default(24_000),
  SUGGEST_TIMEOUT_SECS: wholeNumber(1, 3_600).default(300),
};

/** A chat server that writes descriptions and topics. */
export interface WritingConfig {
  url: string;
  apiKey: string | null;
  model: string;
  /** Per request. */
  timeoutMs: number;
  /** Maximum number of characters of a transcript that are sent. */
  maxLength: number;
}

/** Null if no chat server is configured. */
export const writingConfig = (e: z.output<z.ZodObject<typeof suggestionVariables>>): WritingConfig | null =>
  e.SUGGEST_URL && e.SUGGESTIONS
    ? {
        url: e.SUGGEST_URL,
        apiKey: e.SUGGEST_API_KEY ?? null,
        model: e.SUGGEST_MODEL,
        timeoutMs: e.SUGGEST_TIMEOUT_SECS * 1_000,
        maxLength: e.SUGGEST_TEXT_CHARS,
      }
    : null;
