/**
 * A server that speaks OpenAI's protocol: where it is asked and how, what its failures mean, and whether it is there:
 * https://platform.openai.com/docs/api-reference
 */
import { createSend, type HttpReply, type HttpRequest } from './http-client.js';
import { ModelUnavailableError, PermanentError, quoted } from './model-errors.js';

export interface ModelServerOptions {
  /** With or without `/v1`, or the whole path. */
  url: string;
  apiKey: string | null;
  model: string;
  /** For a request. */
  timeoutMs: number;
}

/** What the server is asked for. */
export interface ModelServerKind<Format> {
  /** In messages: `transcription server`. */
  name: string;
  /** What it is sent: `sound`. */
  input: string;
  /** How the names of its variables begin: `TRANSCRIBE`. */
  variables: string;
  /** After the version: `/audio/transcriptions`. */
  path: string;
  /** Other whole paths of such servers. */
  otherPaths?: readonly string[];
  accept: string;
  maxReplyBytes: number;
  /** What is asked for, until a server knows it; those after the first are for servers that know less. */
  formats: readonly Format[];
}

export interface ModelServer<Format> {
  url: URL;
  /**
   * Posts a body of the first format that the server understands.
   * @throws {PermanentError} when it refuses
   * @throws {ModelUnavailableError} when it cannot be reached, takes no more for now, or fails
   * @throws {Error} when it takes too long, or answers too much
   */
  ask(bodyOf: (format: Format) => NonNullable<HttpRequest['body']>, signal: AbortSignal): Promise<HttpReply>;
  /** What it says of an error, without the key; see `quoted`. */
  problemIn(body: Buffer): string;
  /** @throws {Error} when it cannot be reached, or refuses access */
  check(): Promise<void>;
}

/** Statuses of servers that do not know what was asked for. */
const UNKNOWN_FORMAT: ReadonlySet<number> = new Set([400, 415, 422]);
const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);
const CHECK_TIMEOUT_MS = 2_500;
/** A server is asked no more often whether it is there. */
const CHECK_EVERY_MS = 30_000;
const MAX_PROBLEM_BYTES = 10_000;

/** Where requests are posted to, whatever part of it the operator gave. */
const endpointUrl = (base: string, path: string, otherPaths: readonly string[] = []): URL => {
  const url = new URL(base);
  const given = url.pathname.replace(/\/+$/, '');
  if ([path, ...otherPaths].some((whole) => given.endsWith(whole))) url.pathname = given;
  else url.pathname = `${given}${/\/v\d+$/.test(given) ? '' : '/v1'}${path}`;
  return url;
};

export const createModelServer = <Format>(
  options: ModelServerOptions,
  kind: ModelServerKind<Format>,
): ModelServer<Format> => {
  const { apiKey, timeoutMs } = options;
  const { name, input, variables, path, otherPaths = [], maxReplyBytes, formats } = kind;
  const url = endpointUrl(options.url, path, otherPaths);
  const send = createSend(name, maxReplyBytes);
  const headers = { Accept: kind.accept, ...(apiKey && { Authorization: `Bearer ${apiKey}` }) };
  const setKey = `set ${variables}_API_KEY`;
  /** The index of the first format that it may understand. */
  let understood = 0;
  let lastCheck: { at: number; outcome: Promise<void> } | undefined;

  /** As its JSON has it or as it is. Servers quote what they were sent, the key too. */
  const problemIn = (body: Buffer): string => {
    const text = body.subarray(0, MAX_PROBLEM_BYTES).toString('utf8');
    const reason = messageIn(text);
    return quoted(apiKey ? reason.replaceAll(apiKey, '…') : reason);
  };

  const failureOf = ({ status, headers: { 'retry-after': retryAfter }, body }: HttpReply): Error => {
    const reason = problemIn(body);
    if (status === 429)
      return new ModelUnavailableError(`The ${name} is busy${reason}`, retryAfterMs(retryAfter));
    if (BUSY.has(status) || status >= 500)
      return new ModelUnavailableError(`The ${name} fails (${status})${reason}`, retryAfterMs(retryAfter));
    // What it says of a wrong key may be part of it.
    if (status === 401 || status === 403)
      return new PermanentError(`The ${name} refuses access (${status}): an operator must ${setKey}.`);
    if (status < 400)
      return new PermanentError(
        `The ${name} redirects (${status}): an operator must correct ${variables}_URL.`,
      );
    if (status === 404)
      return new PermanentError(
        `The ${name} does not know this path or model (404): an operator must check ${variables}_URL and ${variables}_MODEL${reason}`,
      );
    if (status === 413) return new PermanentError(`The ${input} is too large for the ${name} (413).`);
    return new PermanentError(`The ${name} rejected the ${input} (${status})${reason}`);
  };

  const check = async (): Promise<void> => {
    const models = new URL(url);
    const own = [path, ...otherPaths].find((whole) => models.pathname.endsWith(whole)) ?? '';
    models.pathname = `${models.pathname.slice(0, -own.length)}/models`;
    const { signal } = new AbortController();
    const { status } = await send(models, { method: 'GET', headers, timeoutMs: CHECK_TIMEOUT_MS, signal });
    if (status === 401 || status === 403)
      throw new Error(`${url.origin} refuses access (${status}): ${setKey}`);
    if (status >= 500) throw new Error(`${url.origin} answers with ${status}`);
  };

  return {
    url,
    ask: async (bodyOf, signal) => {
      for (let format = understood; ; format++) {
        const body = bodyOf(formats[format]!);
        const reply = await send(url, { method: 'POST', headers, body, timeoutMs, signal });
        if (reply.status >= 300) {
          if (UNKNOWN_FORMAT.has(reply.status) && format < formats.length - 1) continue;
          throw failureOf(reply);
        }
        // Another request may have found out meanwhile.
        understood = Math.max(understood, format);
        return reply;
      }
    },
    problemIn,
    check: () => {
      if (!lastCheck || performance.now() - lastCheck.at > CHECK_EVERY_MS)
        lastCheck = { at: performance.now(), outcome: check() };
      return lastCheck.outcome;
    },
  };
};

const messageIn = (text: string): string => {
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, unknown>;
    const problem = error ?? message ?? detail;
    const inner =
      typeof problem === 'object' && problem !== null ? (problem as { message?: unknown }).message : problem;
    if (typeof inner === 'string') return inner;
  } catch {
    // It is text, or was cut off.
  }
  return text;
};

/** Seconds or a date: RFC 9110, 10.2.3. */
const retryAfterMs = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};
