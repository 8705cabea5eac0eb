/** Requests of the soak, with what became of them. They never throw. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Answer, type Client } from '../../test/support/client.js';
import type { RequestKind } from './expectations.js';

export interface Outcome {
  kind: RequestKind;
  /** 0 without a response. */
  status: number;
  /** That of the error, or why there is no response. */
  message: string;
  ms: number;
  /** When it ended, ms of `performance.now()`. */
  at: number;
}

export interface Called extends Outcome {
  answer: Answer | null;
}

/** Later responses count as none. */
const LIMIT_MS = 30_000;
const MAX_MESSAGE = 300;

/** @throws {Error} when there is no response in time */
const inTime = async <T>(work: Promise<T>): Promise<T> => {
  const timer = new AbortController();
  const late = sleep(LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no response within ${LIMIT_MS / 1_000} s`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => timer.abort());
};

const messageIn = ({ body }: Answer): string => {
  const { error } = (typeof body === 'object' && body ? body : {}) as { error?: { message?: string } };
  const [, title] = /<title>([^<]*)/.exec(String(body)) ?? [];
  return (error?.message ?? title ?? String(body)).slice(0, MAX_MESSAGE);
};

export const call = async (kind: RequestKind, send: () => Promise<Answer>): Promise<Called> => {
  const from = performance.now();
  try {
    const answer = await inTime(send());
    const at = performance.now();
    const message = answer.status >= 400 ? messageIn(answer) : '';
    return { kind, status: answer.status, message, ms: at - from, at, answer };
  } catch (error) {
    const at = performance.now();
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind, status: 0, message: code ?? message, ms: at - from, at, answer: null };
  }
};

export interface Clients {
  api: Client;
  site: Client;
  /** The pages at the root of the public host. */
  pages: Client;
  /** Whole URLs. */
  anywhere: Client;
}

export const createClients = (privateUrl: string, publicUrl: string, token: string): Clients => ({
  api: createClient(`${privateUrl}/v2`, { Authorization: `Bearer ${token}` }),
  site: createClient(`${publicUrl}/api`, { Host: 'demo.localhost' }),
  pages: createClient(publicUrl, { Host: 'demo.localhost' }),
  anywhere: createClient(''),
});
