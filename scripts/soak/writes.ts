/** The writes of the load. Each notes in the ledger what was acknowledged. */
import { randomUUID } from 'node:crypto';
import { multipart, picture } from '../../test/support/images.js';
import { talks, vttOf } from '../../test/support/talks.js';
import { call, type Called, type Clients } from './call.js';
import type { RequestKind } from './expectations.js';
import { createWords, note, tracked, type Certainty, type Ledger, type LedgerItem } from './ledger.js';

export type Send = () => Promise<Called[]>;
export type Writes = Record<Exclude<RequestKind, ReadKind | 'upload'>, Send>;
export type ReadKind = 'search' | 'list' | 'item' | 'page' | 'explain' | 'stats';

const EVENTS_PER_BATCH = 3;
/** Drafts are deleted beyond this number. */
const MAX_DRAFTS = 200;

const certaintyOf = ({ status }: Called): Certainty => {
  if (status >= 200 && status < 300) return 'stored';
  return status >= 400 ? 'refused' : 'unknown';
};

export const vttWith = (word: string): string => vttOf([...talks.bees, `At last somebody said ${word}.`]);

export const createWrites = async (
  { api, anywhere }: Clients,
  ledger: Ledger,
  collectionId: number,
): Promise<Writes> => {
  const titleWord = createWords('ti');
  const spokenWord = createWords('sp');
  const portrait = await multipart(['image', await picture('png', 40, 30), 'ruth.png']);
  const done = (outcome: Called): void => {
    if (certaintyOf(outcome) === 'stored') ledger.acknowledged += 1;
  };
  let turn = 0;
  /** An item that no other request changes; null if all are busy. */
  const takeItem = (): LedgerItem | null => {
    for (let tries = 0; tries < ledger.items.length; tries++) {
      const item = ledger.items[turn++ % ledger.items.length];
      if (item && !item.busy) return item;
    }
    return null;
  };
  const change = async (work: (item: LedgerItem) => Promise<Called>): Promise<Called[]> => {
    const item = takeItem();
    if (!item) return [];
    item.busy = true;
    try {
      const outcome = await work(item);
      done(outcome);
      return [outcome];
    } finally {
      item.busy = false;
    }
  };

  return {
    patch: () =>
      change(async ({ id, title }) => {
        const word = titleWord();
        const outcome = await call('patch', () => api.patch(`/items/${id}`, { title: `A talk of ${word}` }));
        note(title, word, certaintyOf(outcome));
        return outcome;
      }),
    transcript: () =>
      change(async ({ id, transcript }) => {
        const word = spokenWord();
        const outcome = await call('transcript', () =>
          api.put(`/items/${id}/transcript`, vttWith(word), { 'Content-Type': 'text/vtt' }),
        );
        if (transcript) note(transcript, word, certaintyOf(outcome));
        return outcome;
      }),
    create: async () => {
      const word = titleWord();
      const outcome = await call('create', () =>
        api.post('/items/create', { title: word, date: '2026-03-01', collectionId }),
      );
      const id = (outcome.answer?.body as { item?: { id: number } } | undefined)?.item?.id;
      if (id !== undefined)
        ledger.drafts.set(id, { id, title: tracked(word), transcript: null, state: 'exists', busy: false });
      done(outcome);
      return [outcome];
    },
    delete: async () => {
      const existing = [...ledger.drafts.values()].filter(({ state }) => state === 'exists');
      const [draft] = existing.length > MAX_DRAFTS ? existing : [];
      if (!draft) return [];
      draft.state = 'unsure';
      const outcome = await call('delete', () => api.delete(`/items/${draft.id}`));
      if (certaintyOf(outcome) === 'stored') draft.state = 'deleted';
      done(outcome);
      return [outcome];
    },
    events: async () => {
      const events = Array.from({ length: EVENTS_PER_BATCH }, (_, at) => ({
        type: 'pageView',
        eventId: randomUUID(),
        url: 'https://www.example.org/talks',
        visitorIp: `192.0.2.${(turn + at) % 250}`,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      }));
      const outcome = await call('events', () => api.post('/logging/batch', { events }));
      const { ids } = (outcome.answer?.body ?? {}) as { ids?: (string | null)[] };
      if (certaintyOf(outcome) === 'stored') ledger.events.push(...(ids ?? []).filter((id) => id !== null));
      done(outcome);
      return [outcome];
    },
    image: async () => {
      const outcome = await call('image', () =>
        api.post(`/speakers/${ledger.speakerId}/image/upload`, portrait.body, {
          'Content-Type': portrait.type,
        }),
      );
      done(outcome);
      return [outcome];
    },
    resource: async () => {
      const item = ledger.items[turn++ % ledger.items.length];
      if (!item) return [];
      const content = `%PDF-1.4 ${randomUUID()}`;
      const created = await call('resource', () =>
        api.post(`/items/${item.id}/resources/create`, {
          title: 'Handout',
          contentType: 'file',
          fileMimeType: 'application/pdf',
          fileSizeBytes: content.length,
          originalFilename: 'handout.pdf',
        }),
      );
      done(created);
      const { resource, uploadUrl } = (created.answer?.body ?? {}) as {
        resource?: { id: number };
        uploadUrl?: string;
      };
      if (!resource || !uploadUrl) return [created];
      const sent = await call('upload', () =>
        anywhere.put(uploadUrl, content, {
          'Content-Type': 'application/pdf',
          'Content-Length': String(content.length),
        }),
      );
      if (certaintyOf(sent) === 'stored')
        ledger.files.push({ itemId: item.id, resourceId: resource.id, content });
      done(sent);
      return [created, sent];
    },
  };
};
