/** What a library answers: lists, records, searches, reports, feeds, pages and files, to compare it with itself later. */
import { createHash } from 'node:crypto';
import type { Answer, Client } from './client.js';
import { operationsOf, type Json, type Operation } from './operations.js';
import { talks } from './talks.js';

export interface Hosts {
  /** The private API with an admin token. */
  api: Client;
  /** The public host of the account. */
  site: Client;
}

export type Answers = Map<string, unknown>;

const CLEAR_SCORE = 0.2;
/** Records of each kind of which all is asked. */
const RECORDS = 10;
const RANGES = ['range=last7days', 'range=last30days', 'range=year&compare=previous'];
const QUERIES = [
  ...Object.values(talks).flatMap((sentences) =>
    sentences.flatMap((one) => [one.slice(0, 40), one.slice(-40)]),
  ),
  'bees in winter',
  'what do bees do in the cold',
  'sourdough bread',
  'the keeper of the lighthouse',
  '"light which is sometimes there"',
  'faithfullness',
  'honey',
  'neighbours who are not speaking',
  'storm at sea',
  'patience',
  'John 3:16',
  'knead dough',
  'wait from insects',
  'grandfather',
  'hospital',
  'bread -butter',
  'steps every evening',
  'Miriam',
  'queen of the hive',
  'flour and water',
  'zzqqy',
  'stairs',
  'peace at the table',
  'sailors who went home',
];
/** Fields that depend on the time of the request, on who has asked before, and on what ends with a restore. */
const VOLATILE =
  /^(?:searchId|tookMs|expiresAt|lastUsedAt|requestId|builtDate|indexedAt|asOf|now|url|downloadUrl|uploadUrl|rank|score|etag|engine|from|to|previousFrom|previousTo)$/;
/** About the installation, what runs in it by itself, and links, which end. */
const LEFT_OUT =
  /\/(?:search\/index|search\/checks|deliveries|preview-links|transcript\/draft|audit|jobs|activity|openapi|home|quotas?|usage)\b/;

/** @param reports further paths of the private API */
export const recordAnswers = async (
  { api, site }: Hosts,
  { reports = [] }: { reports?: readonly string[] } = {},
): Promise<Answers> => {
  const answers: Answers = new Map();
  const ask = async (client: Client, host: string, path: string): Promise<Answer> => {
    // Searches of the recording are not counted: those of crawlers are not.
    const answer = await client.get(path, { 'User-Agent': 'Googlebot/2.1' });
    answers.set(`${host} ${path}`, { status: answer.status, body: normal(answer) });
    return answer;
  };
  for (const [host, client] of [
    ['private', api],
    ['public', site],
  ] as const) {
    const document = (await client.get('/openapi.json')).body;
    const operations = operationsOf(document).filter(
      ({ method, path }) => method === 'GET' && !LEFT_OUT.test(path),
    );
    const ids = await idsOf(client, operations);
    for (const operation of operations)
      for (const path of pathsOf(operation, ids))
        for (const query of queriesOf(operation)) await ask(client, host, query ? `${path}?${query}` : path);
  }
  for (const query of QUERIES) {
    const q = `q=${encodeURIComponent(query)}`;
    await ask(api, 'private', `/search?${q}&publishedOnly=false`);
    for (const path of [`/search?${q}`, `/search?${q}&dateFrom=2000-01-01`, `/autocomplete?${q}`])
      await ask(site, 'public', path);
  }
  for (const path of reports) await ask(api, 'private', path);
  const files = new Set(JSON.stringify([...answers]).match(/\/files\/[\w./-]+/g));
  for (const path of files) answers.set(`file ${path}`, await digestOf(site, path));
  return answers;
};

/** Of the file, also where the bucket serves it. */
const digestOf = async (site: Client, path: string): Promise<string> => {
  const { status, headers, bytes } = await site.get(path);
  const body = status === 302 ? Buffer.from(await (await fetch(headers.location!)).arrayBuffer()) : bytes;
  return createHash('sha256').update(body).digest('hex');
};

/** By parameter: the first ids of the list that has them, such as `/items` for `itemId`. */
const idsOf = async (client: Client, operations: readonly Operation[]): Promise<Map<string, number[]>> => {
  const ids = new Map<string, number[]>();
  for (const { path } of operations) {
    const [, parameter] = /^\/[\w-]+\/\{(\w+)\}$/.exec(path) ?? [];
    if (!parameter || ids.has(parameter)) continue;
    const { status, body } = await client.get(path.slice(0, path.lastIndexOf('/')));
    const list = status === 200 ? Object.values<Json>(body).find(Array.isArray) : undefined;
    const found = (list ?? []).flatMap(({ id }: { id?: number }) => (typeof id === 'number' ? id : []));
    ids.set(parameter, found.slice(0, RECORDS));
  }
  return ids;
};

const pathsOf = ({ path, pathParameters }: Operation, ids: ReadonlyMap<string, number[]>): string[] => {
  const [parameter, ...others] = pathParameters;
  if (parameter === undefined) return [path];
  if (others.length > 0) return [];
  return (ids.get(parameter) ?? ids.get('itemId') ?? []).map((id) =>
    path.replace(`{${parameter}}`, String(id)),
  );
};

const queriesOf = ({ path, declared }: Operation): string[] => {
  const names = (declared.parameters ?? []).map(({ name }: { name: string }) => name);
  if (path.startsWith('/stats')) return RANGES;
  const variants = [''];
  if (names.includes('sort')) variants.push('sort=-id', 'sort=id&pageSize=1&page=2', 'pageSize=2&page=1');
  return variants;
};

const normal = ({ headers, body, bytes }: Answer): unknown => {
  const type = headers['content-type'] ?? '';
  if (type.includes('json')) return withoutVolatile(clearResults(body));
  // Of a feed: when it was made.
  if (type.includes('xml'))
    return bytes
      .toString()
      .replace(/<(lastBuildDate|pubDate)>[^<]*/g, '')
      .replace(/localhost:\d+/g, 'localhost');
  if (type.startsWith('text/html'))
    return bytes.toString().replace(/nonce="[^"]*"|\?[a-z]+=[\w%-]+/g, '').length;
  return createHash('sha256').update(bytes).digest('hex');
};

/** Engines may differ about results close to the threshold: those and their number are left out. */
const clearResults = (body: Json): Json =>
  Array.isArray(body?.results) && body.mode
    ? body.results.filter(({ score }: { score: number }) => score > CLEAR_SCORE)
    : body;

const withoutVolatile = (value: Json): Json => {
  if (typeof value === 'string') return value.replace(/localhost:\d+/g, 'localhost');
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries<Json>(value).filter(([name]) => !VOLATILE.test(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutVolatile(one)]));
};

/** What differs, for a message that can be read. */
export const differences = (before: Answers, after: Answers): string[] =>
  [...before].flatMap(([request, answer]) => {
    const [one, other] = [JSON.stringify(answer), JSON.stringify(after.get(request))];
    if (one === other) return [];
    let at = 0;
    while (one[at] === other?.[at]) at++;
    const from = Math.max(0, at - 60);
    return `${request}: ${one.slice(from, at + 120)} ≠ ${other?.slice(from, at + 120) ?? 'nothing'}`;
  });
