/**
 * Client of an OpenAI-compatible server: builds the URL, classifies its errors, and checks that it responds. See
 * https://platform.openai.com/docs/api-reference
 */
import {
  createSend,
  ModelUnavailableError,
  PermanentError,
  quoted,
  type HttpReply,
  type HttpRequest,
} from './http-client.js';

export interface ModelServerOptions {
  /** With or without `/v1`, or the full path. */
  url: string;
  apiKey: string | null;
  model: string;
  /** Timeout of a request. */
  timeoutMs: number;
}

/** A kind of model server. */
export interface ModelServerKind<Format> {
  /** Name in messages: `transcription server`. */
  name: string;
  /** What is sent to it: `sound`. */
  input: string;
  /** Prefix of its environment variables: `TRANSCRIBE`. */
  variables: string;
  /** Path after the version: `/audio/transcriptions`. */
  path: string;
  /** Full paths that other such servers use. */
  otherPaths?: readonly string[];
  accept: string;
  maxReplyBytes: number;
  /** Request formats in order of preference; later ones are for servers with fewer features. */
  formats: readonly Format[];
}

export interface ModelServer<Format> {
  url: URL;
  /**
   * Posts a body in the first format that the server supports.
   * @throws {PermanentError} when it rejects the request
   * @throws {ModelUnavailableError} when it is unreachable, busy or failing
   * @throws {Error} when the response takes too long or is too large
   */
  ask(bodyOf: (format: Format) => NonNullable<HttpRequest['body']>, signal: AbortSignal): Promise<HttpReply>;
  /** The error text of a response, without the API key; see `quoted`. */
  problemIn(body: Buffer): string;
  /** @throws {Error} when it is unreachable or denies access */
  check(): Promise<void>;
}

/** Statuses with which servers reject an unsupported format. */
const UNKNOWN_FORMAT: ReadonlySet<number> = new Set([400, 415, 422]);
const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);
const CHECK_TIMEOUT_MS = 2_500;
/** Minimum interval between availability checks. */
const CHECK_EVERY_MS = 30_000;
const MAX_PROBLEM_BYTES = 10_000;

/** The endpoint URL, whatever part of it is configured. */
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
  /** Index of the first format that the server may support. */
  let understood = 0;
  let lastCheck: { at: number; outcome: Promise<void> } | undefined;

  /** The message in the JSON, or the text as it is. Removes the API key, because servers quote what they were sent. */
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
    // An error about a wrong key may quote part of it, so it is not shown.
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
        // A concurrent request may already have found a later format.
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
    // The body is not JSON, or was truncated.
  }
  return text;
};

/** Seconds or a date: RFC 9110, 10.2.3. */
const retryAfterMs = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};
