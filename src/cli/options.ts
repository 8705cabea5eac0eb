/** Shared options and arguments of commands, and their parsers. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { isDate, isDateTime, title } from '../platform/lib/fields.js';
import { normalNetwork } from '../platform/lib/networks.js';

export const accountOption = (): Option =>
  new Option('--account <shortName>', 'short name of the account').makeOptionMandatory();

export interface ServerClientOptions {
  url?: string;
  token?: string;
}

/** Adds options for the server's address and the token. */
export const addServerOptions = (command: Command): Command =>
  command
    .option(
      '--url <url>',
      'private API of the running server (default: API_BASE_URL, or localhost with PORT)',
      parseUrl,
    )
    .option('--token <token>', 'API token (default: LECTERN_TOKEN, or the token that quickstart created)');

const parseUrl = (text: string): string => {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Expected a URL such as http://localhost:8080/v2.');
  return text;
};

export const dateOption = (text: string): string => {
  if (!isDate(text)) throw new InvalidArgumentError('Expected a date such as 2026-01-31.');
  return text;
};

export const parseName = (text: string): string => {
  const { success, data } = title.safeParse(text);
  if (!success) throw new InvalidArgumentError('Expected a name of 1 to 255 characters.');
  return data;
};

/** @param others previous values of the option */
export const parseNames = (text: string, others: string[]): string[] => [...others, parseName(text)];

export const timeOption = (text: string): string => {
  if (!isDateTime(text)) throw new InvalidArgumentError('Expected a time such as 2027-01-31T00:00:00Z.');
  return new Date(text).toISOString();
};

/** @param others previous values of the option */
export const parseNetwork = (text: string, others: string[] = []): string[] => {
  const network = normalNetwork(text);
  if (!network) throw new InvalidArgumentError('Expected an address or a network such as 203.0.113.0/24.');
  return [...others, network];
};

export const parseOverlap = (text: string): number => {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (hours < 0 || hours > 168) throw new InvalidArgumentError('Expected a number from 0 to 168.');
  return hours;
};

export const parseQuota = (text: string): number | 'default' => {
  if (text === 'default') return text;
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a number, or default.');
  return Number(text);
};

export const parseId = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected a number.');
  return Number(text);
};

/** Parses a repeatable argument. */
export const parseIds = (text: string, before: number[] = []): number[] => [...before, parseId(text)];

export const parseLimit = (text: string): number => {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 100) throw new InvalidArgumentError('Expected a number from 1 to 100.');
  return limit;
};

export const parseInterval = (text: string): number => {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > 3_600) throw new InvalidArgumentError('Expected a number from 1 to 3600.');
  return seconds;
};
