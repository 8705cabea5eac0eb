/** The running server as commands call it: over HTTP, with a token, and errors in words. */
import { readFile } from 'node:fs/promises';
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { loadCallerConfig } from '../config.js';
import { messageOf } from '../platform/lib/errors.js';

export interface Api {
  get<T>(path: string, query?: Query): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
}

export type Query = Record<string, string | number | undefined>;

export interface CallerOptions {
  url?: string;
  token?: string;
}

/** Where the server is and who calls: of every command that asks a running server. */
export const addCallerOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--url <address>',
        'private API of the running server (default: API_BASE_URL, else this machine at PORT)',
      ),
    )
    .addOption(
      new Option(
        '--token <token>',
        'API token (default: LECTERN_TOKEN, else the one that quickstart made here)',
      ),
    );

/** @throws Error in words where there is no token */
export const apiOf = async ({ url, token }: CallerOptions): Promise<Api> => {
  const config = loadCallerConfig();
  const secret = token ?? config.token ?? (await quickstartToken(config.dataDir));
  if (!secret)
    throw new Error('A token is needed: --token lct_…, or LECTERN_TOKEN; `lectern token create` makes one');
  return createApi(url ?? config.privateUrl, { Authorization: `Bearer ${secret}` });
};

/** Where quickstart keeps its token. */
export const quickstartTokenFile = (dataDir: string): string => join(dataDir, 'quickstart-token');

const quickstartToken = async (dataDir: string): Promise<string | undefined> =>
  (await readFile(quickstartTokenFile(dataDir), 'utf8').catch(() => '')).trim() || undefined;

/** @param base address with its prefix. A name below `localhost` is asked of this machine, whether its resolver knows it or not. */
export const createApi = (base: string, headers: Record<string, string>): Api => {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const url = new URL(base.replace(/\/+$/, '') + path);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await send(url, { method, headers, text }).catch((error: unknown) => {
      throw new Error(
        `${url.origin} does not answer (${messageOf(error)}): does \`lectern serve\` run there?`,
      );
    });
    return understood(url, answer) as T;
  };
  return {
    get: (path, query = {}) => {
      const given = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      return call('GET', given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path);
    },
    post: (path, body) => call('POST', path, body),
  };
};

interface Answer {
  status: number;
  text: string;
}

const send = (
  url: URL,
  { method, headers, text }: { method: string; headers: Record<string, string>; text?: string },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const local = url.hostname.endsWith('.localhost');
    const options = {
      method,
      ...(local && { hostname: 'localhost' }),
      headers: {
        Host: url.host,
        ...headers,
        ...(text !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        }),
      },
    };
    const take = (response: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    };
    const call = (url.protocol === 'https:' ? overHttps : overHttp)(url, options, take);
    call.on('error', reject);
    call.end(text);
  });

/** @throws Error with the server's own words */
const understood = (url: URL, { status, text }: Answer): unknown => {
  const body = parsed(text) as { error?: { message?: string } } | undefined;
  if (status >= 200 && status < 300 && body !== undefined) return body;
  const message = body?.error?.message ?? `it answers ${status}, and nothing that Lectern would say`;
  throw new Error(`${url.origin}${url.pathname}: ${message}`);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
