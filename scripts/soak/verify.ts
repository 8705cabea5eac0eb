/** Compares what the program serves, and what its stores contain, with everything that it has acknowledged. */
import pLimit from 'p-limit';
import type { Clients } from './call.js';
import { timeUntil } from '../harness/wait.js';
import type { Ledger, LedgerItem, StoredFile, Tracked } from './ledger.js';
import { searchPath } from './reads.js';
import type { StoreReader } from './store-reader.js';

const LIMIT_MS = 30_000;
const AT_ONCE = 8;
/** Deleted drafts to look at. */
const DELETED = 200;

const holds = ({ value, unsure }: Tracked, text: string): boolean =>
  [value, ...unsure].some((word) => text.includes(word));

/** @returns a sentence for each acknowledged write that is missing */
export const findLost = async (
  { api, site }: Clients,
  ledger: Ledger,
  reader: StoreReader,
): Promise<string[]> => {
  const lost: string[] = [];
  const checkItem = async ({ id, title, transcript }: LedgerItem): Promise<void> => {
    const { status, body } = await api.get<{ item?: { title: string } }>(`/items/${id}`);
    if (status !== 200 || !holds(title, body.item?.title ?? ''))
      lost.push(`item ${id}: its title ${title.value} is lost (${status} ${body.item?.title})`);
    if (!transcript) return;
    const text = await api.get<string>(`/items/${id}/transcript.txt`);
    if (text.status !== 200 || !holds(transcript, text.body))
      lost.push(`item ${id}: its transcript with ${transcript.value} is lost (${text.status})`);
  };
  const checkFound = async (of: LedgerItem, { value, unsure }: Tracked): Promise<void> => {
    if (unsure.size > 0) return;
    const found = await timeUntil(async () => {
      const { body } = await site.get<{ results: { item: { id: number } }[] }>(searchPath(`"${value}"`));
      return body.results.some(({ item }) => item.id === of.id);
    }, LIMIT_MS);
    if (Number.isNaN(found)) lost.push(`item ${of.id}: searches do not find ${value}`);
  };
  const checkDeleted = async ({ id }: LedgerItem): Promise<void> => {
    if ((await api.get(`/items/${id}`)).status !== 404)
      lost.push(`item ${id} is there again, though deleted`);
  };
  const drafts = [...ledger.drafts.values()];
  const inTurn = pLimit(AT_ONCE);
  await Promise.all([
    ...ledger.items.flatMap((item) => [
      inTurn(() => checkItem(item)),
      inTurn(() => checkFound(item, item.title)),
      ...(item.transcript ? [inTurn(() => checkFound(item, item.transcript!))] : []),
    ]),
    ...drafts.filter(({ state }) => state === 'exists').map((draft) => inTurn(() => checkItem(draft))),
    ...drafts
      .filter(({ state }) => state === 'deleted')
      .slice(-DELETED)
      .map((draft) => inTurn(() => checkDeleted(draft))),
    ...ledger.files.map((file) => inTurn(async () => lost.push(...(await lostFile(file, api))))),
  ]);
  lost.push(...(await lostEvents(ledger, reader)));
  for (const { kind, lastError } of await reader.deadJobs())
    lost.push(`a job ${kind} was given up: ${lastError}`);
  return lost;
};

const lostEvents = async ({ events }: Ledger, reader: StoreReader): Promise<string[]> => {
  let stored: string[] = [];
  await timeUntil(async () => {
    stored = await reader.allEvents();
    const found = new Set(stored);
    return events.every((id) => found.has(id));
  }, LIMIT_MS);
  const found = new Set(stored);
  const missing = events.filter((id) => !found.has(id));
  return [
    ...(missing.length > 0 ? [`${missing.length} of ${events.length} events are not in ClickHouse`] : []),
    ...(found.size < stored.length ? [`${stored.length - found.size} events are counted twice`] : []),
  ];
};

/** The file has arrived, and its record says so within half a minute. */
const lostFile = async (
  { itemId, resourceId, content }: StoredFile,
  api: Clients['api'],
): Promise<string[]> => {
  let seen = '';
  const arrived = await timeUntil(async () => {
    const { body } = await api.get<{ resource?: { url: string | null } }>(
      `/items/${itemId}/resources/${resourceId}`,
    );
    if (!body.resource?.url) return false;
    seen = await (await fetch(body.resource.url)).text();
    return seen === content;
  }, LIMIT_MS);
  return Number.isNaN(arrived)
    ? [`file ${resourceId} of item ${itemId} is lost ("${seen.slice(0, 40)}")`]
    : [];
};
