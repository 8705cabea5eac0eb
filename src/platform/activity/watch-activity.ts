/** Tells open pages who else is there and what has changed. One timer reads the database for all streams of a process. */
import type { Db } from '../db/dialect.js';
import type { EventStream } from '../http/server/event-streams.js';
import type { Clock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import {
  deletePresence,
  insertPresence,
  peoplePresent,
  PRESENCE_MS,
  renewPresence,
  type PresentPerson,
} from './presence.repository.js';
import type { Author } from '../lib/caller.js';
import { rowsWhere } from '../db/rows.js';

const POLL_MS = 1_000;

interface Watcher {
  itemId: number | null;
  stream: EventStream;
  /** JSON of the people that were sent last. */
  people: string;
}

/** The streams of an account. */
interface Room {
  watchers: Set<Watcher>;
  /** Id of the newest change that was read. */
  newest: number;
  /** Recent ids that were read. */
  read: Set<number>;
}

export interface ActivityOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** This process. */
  owner: string;
  /** Operations that change content. */
  operations(): readonly string[];
}

export interface ActivityWatcher {
  accountId: number;
  /** undefined for a token, which nobody sees. */
  personId: number | undefined;
  itemId: number | null;
  /** The id of the last event that the client got; null for a new stream. */
  lastEventId: number | null;
}

export type ActivityWatch = ReturnType<typeof createActivityWatch>;

export const createActivityWatch = ({ db, clock, log, owner, operations }: ActivityOptions) => {
  const rooms = new Map<number, Room>();
  let timer: NodeJS.Timeout | undefined;
  let renewedAt = 0;

  const roomOf = async (accountId: number): Promise<Room> => {
    const known = rooms.get(accountId);
    if (known) return known;
    const newest = await newestChangeId(db, accountId);
    const recent = await changesAfter(db, accountId, newest, operations());
    const room = { watchers: new Set<Watcher>(), newest, read: new Set(recent.map(({ id }) => id)) };
    // Another stream may have been faster.
    return rooms.get(accountId) ?? rooms.set(accountId, room).get(accountId)!;
  };

  const sendChanges = (streams: Iterable<EventStream>, changes: readonly Change[]): void => {
    for (const stream of streams)
      if (changes.length > MAX_CHANGES) stream.send('reset', {}, String(changes.at(-1)!.id));
      else for (const { id, ...change } of changes) stream.send('change', change, String(id));
  };

  const readChanges = async (accountId: number, room: Room): Promise<void> => {
    const found = await changesAfter(db, accountId, room.newest, operations());
    const fresh = found.filter(({ id }) => !room.read.has(id));
    room.read = new Set(found.map(({ id }) => id));
    room.newest = Math.max(room.newest, found.at(-1)?.id ?? 0);
    sendChanges(
      [...room.watchers].map(({ stream }) => stream),
      fresh,
    );
  };

  const tellPeople = (watcher: Watcher, present: readonly PresentPerson[]): void => {
    const { itemId, stream } = watcher;
    const people = itemId === null ? present : present.filter((person) => person.itemId === itemId);
    const json = JSON.stringify(people);
    if (json !== watcher.people) stream.send('people', { people });
    watcher.people = json;
  };

  const poll = async (): Promise<void> => {
    if (renewedAt + PRESENCE_MS <= Date.now()) {
      renewedAt = Date.now();
      await renewPresence(db, clock, owner);
    }
    for (const [accountId, room] of rooms) {
      await readChanges(accountId, room);
      const present = await peoplePresent(db, clock, accountId);
      for (const watcher of room.watchers) tellPeople(watcher, present);
    }
  };

  const schedule = (): void => {
    if (timer || rooms.size === 0) return;
    timer = setTimeout(() => {
      poll()
        .catch((err: unknown) => log.warn({ err }, 'could not read who is there and what has changed'))
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, POLL_MS).unref();
  };

  const leave = (accountId: number, room: Room, watcher: Watcher, presenceId: number | undefined): void => {
    room.watchers.delete(watcher);
    if (room.watchers.size === 0) rooms.delete(accountId);
    if (presenceId === undefined) return;
    deletePresence(db, presenceId).catch((err: unknown) => log.warn({ err }, 'could not note who has left'));
  };

  const resume = async (stream: EventStream, accountId: number, lastEventId: number): Promise<void> => {
    const missed = await changesAfter(db, accountId, lastEventId, operations());
    sendChanges(
      [stream],
      missed.filter(({ id }) => id > lastEventId),
    );
  };

  return {
    /** Sends `people` now and when it changes, and `change` for each change, first those since `lastEventId`. */
    watch: async (stream: EventStream, visitor: ActivityWatcher): Promise<void> => {
      const { accountId, personId, itemId, lastEventId } = visitor;
      const watcher: Watcher = { itemId, stream, people: '' };
      const room = await roomOf(accountId);
      if (stream.closed.aborted) return;
      room.watchers.add(watcher);
      rooms.set(accountId, room);
      const presenceId =
        personId === undefined
          ? undefined
          : await insertPresence(db, clock, owner, { accountId, personId, itemId });
      const end = (): void => leave(accountId, room, watcher, presenceId);
      if (stream.closed.aborted) return end();
      stream.closed.addEventListener('abort', end, { once: true });
      // From here the client can resume, even if nothing changes.
      stream.send('ready', {}, String(room.newest));
      if (lastEventId !== null) await resume(stream, accountId, lastEventId);
      tellPeople(watcher, await peoplePresent(db, clock, accountId));
      schedule();
    },
  };
};

/** Streams that missed more are told to read everything again. */
const MAX_CHANGES = 500;
/**
 * Ids of entries become visible in another order than they were given. Entries that are this much older than the newest
 * are read again.
 */
const LATE_IDS = 100;

interface Change {
  id: number;
  /** The operationId. */
  operation: string;
  recordType: string | null;
  recordId: number | null;
  author: Author;
  date: string;
}

const newestChangeId = async (db: Db, accountId: number): Promise<number> => {
  const row = await rowsWhere(db, 'auditEntry', { accountId })
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
};

/**
 * @param operations that change content
 * @returns the changes after this id, and a few before that may have been committed late; oldest first
 */
const changesAfter = async (
  db: Db,
  accountId: number,
  id: number,
  operations: readonly string[],
): Promise<Change[]> => {
  const rows = await rowsWhere(db, 'auditEntry', { accountId })
    .select(['id', 'operation', 'recordType', 'recordId', 'actor', 'entryDate'])
    .select(['tokenId', 'tokenName', 'personId', 'personName'])
    .where('id', '>', id - LATE_IDS)
    .where('operation', 'in', operations)
    .orderBy('id')
    .limit(MAX_CHANGES + LATE_IDS + 1)
    .execute();
  return rows.map(({ actor, tokenId, tokenName, personId, personName, entryDate, ...row }) => ({
    ...row,
    author: { type: actor, id: personId ?? tokenId, name: personName ?? tokenName },
    date: entryDate,
  }));
};
