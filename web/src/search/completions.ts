/** Requests autocomplete suggestions shortly after the last keystroke, and drops outdated ones. */
import type { Api, Suggestion } from '../api.js';

const DEBOUNCE_MS = 100;
const LIMIT = 8;

/** The completions of the text in one search box. */
export interface Completions {
  /** Replaces the typed text; an empty text has no suggestions. */
  type(text: string): void;
  stop(): void;
}

/** @param show called with the suggestions for the latest text */
export const createCompletions = (api: Api, show: (suggestions: Suggestion[]) => void): Completions => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | undefined;

  const request = async (q: string, signal: AbortSignal): Promise<void> => {
    try {
      const { suggestions } = await api.get<{ suggestions: Suggestion[] }>(
        '/search/suggest',
        { q, limit: LIMIT },
        signal,
      );
      if (!signal.aborted) show(suggestions);
    } catch {
      // Autocomplete fails silently: the search itself reports the error.
      if (!signal.aborted) show([]);
    }
  };

  const stop = (): void => {
    clearTimeout(timer);
    current?.abort();
  };
  return {
    type: (text) => {
      stop();
      const q = text.trim();
      if (q === '') {
        show([]);
        return;
      }
      const { signal } = (current = new AbortController());
      timer = setTimeout(() => void request(q, signal), DEBOUNCE_MS);
    },
    stop,
  };
};
