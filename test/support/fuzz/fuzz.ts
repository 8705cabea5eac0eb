/** Sends random requests to a running app and validates every response against the OpenAPI document. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer, Client } from '../client.js';
import { createChecker, isStream, operationsOf, type Json } from '../operations.js';
import { createRandom } from '../../../scripts/random.js';
import { randomRequest, type FuzzRequest, type KnownIds } from './requests.js';

export interface FuzzTarget {
  /** Its headers are sent with every request that does not set them itself. */
  client: Client;
  known: KnownIds;
  /** Names of operations to leave out, e.g. because they would revoke the token. */
  except?: readonly string[];
}

export interface FuzzReport {
  sent: number;
  /** Number of responses by status. */
  statuses: Record<number, number>;
  /** Operations that succeeded at least once, and all that were tried. */
  succeeded: number;
  operations: number;
  problems: string[];
}

/**
 * Statuses that any path may return even if its operation does not declare them: unknown paths, methods and body
 * types.
 */
const ALWAYS = new Set([400, 401, 403, 404, 405, 413, 415]);
/** Statuses with which Node rejects a request before the app sees it. */
const BELOW = new Set([400, 417, 431]);
/** Header values and paths that the client refuses to send. */
const UNSENDABLE = new Set(['ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS']);
const MOST_PROBLEMS = 50;
const AT_ONCE = 4;

/** @param progress called with the number of each request */
export const fuzz = async (
  { client, known, except = [] }: FuzzTarget,
  { count, seed, progress }: { count: number; seed: number; progress?: (sent: number) => void },
): Promise<FuzzReport> => {
  const document: Json = (await client.get('/openapi.json')).body;
  const operations = operationsOf(document).filter(
    (operation) => !except.includes(operation.name) && !isStream(operation),
  );
  const check = createChecker(document);
  const random = createRandom(seed);
  const succeeded = new Set<string>();
  const report: FuzzReport = {
    sent: 0,
    statuses: {},
    succeeded: 0,
    operations: operations.length,
    problems: [],
  };

  const send = async (): Promise<void> => {
    const request = randomRequest(random, operations, known);
    const { operation, path, body } = request;
    let answer: Answer;
    try {
      answer = unpacked(await client.send(operation.method, path, body, request.headers));
    } catch (error) {
      if (UNSENDABLE.has((error as NodeJS.ErrnoException).code ?? '')) return;
      report.problems.push(`${shown(request)}: ${(error as Error).message}`);
      return;
    }
    report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
    if (answer.status < 300) succeeded.add(operation.name);
    learn(known, answer.body);
    report.problems.push(
      ...problemsOf(check, request, answer).map((problem) => `${shown(request)}: ${problem}`),
    );
  };
  const worker = async (): Promise<void> => {
    while (report.sent < count && report.problems.length < MOST_PROBLEMS) {
      report.sent += 1;
      progress?.(report.sent);
      await send();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  report.succeeded = succeeded.size;
  return report;
};

const unpackers: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** The response with its body decompressed. */
const unpacked = (answer: Answer): Answer => {
  const unpack = unpackers[answer.headers['content-encoding'] ?? ''];
  if (!unpack) return answer;
  const text = unpack(answer.bytes).toString('utf8');
  return { ...answer, body: answer.headers['content-type']?.includes('json') ? JSON.parse(text) : text };
};

type Check = ReturnType<typeof createChecker>;

const errorSchema = {
  type: 'object',
  required: ['result', 'error'],
  properties: {
    result: { const: 'error' },
    error: {
      type: 'object',
      required: ['type', 'message', 'requestId'],
      properties: {
        type: { type: 'string' },
        message: { type: 'string', minLength: 1 },
        requestId: { type: 'string' },
      },
    },
  },
};

const problemsOf = (
  check: Check,
  { operation }: FuzzRequest,
  { status, headers, body }: Answer,
): string[] => {
  if (status === 304) return [];
  if (BELOW.has(status) && !headers['x-request-id']) return [];
  if (!headers['x-request-id']) return [`${status} without X-Request-Id`];
  if (status >= 500) return [cut(`${status} ${JSON.stringify(body)}`)];
  const { responses } = operation.declared;
  const contentType = headers['content-type']?.split(';')[0] ?? '';
  if (status >= 400) {
    const undeclared = status in responses || ALWAYS.has(status) ? [] : [`${status} is not declared`];
    // Pages show errors as HTML.
    const isPage = operation.declared.tags?.[0] === 'Pages';
    if (isPage && contentType === 'text/html')
      return [...undeclared, ...(/<h1>[^<]+<\/h1>/.test(body) ? [] : [`${status} says nothing`])];
    return [...undeclared, ...check(errorSchema, body).map((problem) => `${status} ${problem}`)];
  }
  const media = responses[status]?.content?.[contentType];
  if (!media) return [`${status} ${headers['content-type']} is not declared`];
  return check(media.schema, body).map((problem) => `${status} ${problem}`);
};

/** Remembers the ids of records in a response, for later requests. */
const learn = (known: KnownIds, body: Json): void => {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, record] of Object.entries<Json>(body)) {
    if (typeof record?.id !== 'number') continue;
    const ids = known.get(`${name}Id`) ?? [];
    known.set(`${name}Id`, [...ids.slice(-20), record.id]);
  }
};

const shown = ({ operation, path, body, headers }: FuzzRequest): string =>
  [operation.method, cut(path), JSON.stringify(headers), body === undefined ? '' : cut(body)].join(' ');

const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text);
