/** The scripture endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { draftScopes, recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { text } from '../../platform/lib/fields.js';
import { isHidden, scriptureExample, scriptureRecord, scriptureNames } from '../records/scripture.record.js';
import { TRANSLATIONS, verseText } from './bible.js';
import {
  newScripture,
  scriptureChanges,
  scriptureList,
  scriptureQuery,
  translationQuery,
} from './scripture.schema.js';
import type { ScriptureService } from './scripture.service.js';
import { ENGLISH_READERS, parseReferences, type VerseRange } from '../../../indexer/index.js';

const response = z.object({ scripture: scriptureRecord });
const withText = { ...scriptureExample, text: 'Jesus wept.' };
const tag = 'Scriptures';

/** The possible values of a scripture's `text`: that of a translation, or null. */
const textsOf = ({ book, chapter, verseStart, verseEnd }: z.output<typeof scriptureRecord>) => [
  null,
  ...TRANSLATIONS.map((translation) => verseText(translation, book, chapter, verseStart, verseEnd)),
];

export const scriptureRoutes = (scriptures: ScriptureService): Endpoint[] => [
  endpointList({
    path: '/scriptures',
    operationId: 'listScriptures',
    summary: 'List scriptures',
    description:
      'Sorted by item and `displayOrder` by default; `book` sorts in the order of the Bible. Deleted scriptures and those of deleted items are not included.',
    tag,
    scope: 'content:read',
    plural: 'scriptures',
    spec: scriptureList,
    query: translationQuery,
    record: scriptureRecord,
    example: { query: { translation: 'kjv' }, record: withText },
    handle: ({ caller, query }) => scriptures.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/scriptures/create',
    operationId: 'createScripture',
    summary: 'Add a scripture to an item',
    description:
      'It is added at the end. Without verses, it is the whole chapter. Verses must be in one chapter; for a passage across chapters, add one scripture per chapter.',
    tag,
    scope: 'content:draft',
    status: 201,
    params: z.object({ itemId: pathId }),
    body: newScripture,
    response,
    example: {
      params: { itemId: 12 },
      body: { book: 'JHN', chapter: 11, verseStart: 35, keyVerse: true },
      response: { scripture: scriptureExample },
    },
    handle: async ({ caller, params: { itemId }, body }) => ({
      scripture: await scriptures.create(caller, itemId, body),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/scriptures/read',
    operationId: 'readScriptures',
    summary: 'Read scriptures as people type them',
    description:
      'Takes references such as `Matt 5:3-12; Ps 23`, in the numbering of the account or else any that has these verses, and returns the scriptures that they name, and the parts that it cannot read. Nothing is stored. Add each with `POST /items/{itemId}/scriptures/create`.',
    tag,
    scope: 'content:draft',
    auditing: 'none',
    body: typedScriptures,
    response: readScriptures,
    example: {
      body: { text: 'Jn 11:35; the lost coin' },
      // Reading it loads parsers, which takes half a second of the start.
      get response() {
        return readTyped('Jn 11:35; the lost coin');
      },
    },
    handle: async ({ caller, body }) => readTyped(body.text, await scriptures.readersOf(caller)),
  }),
  ...recordEndpoints({
    path: '/scriptures/{scriptureId}',
    operationIds: {
      get: 'getScripture',
      update: 'updateScripture',
      delete: 'deleteScripture',
      restore: 'restoreScripture',
    },
    singular: 'scripture',
    noun: 'a scripture',
    tag,
    scopes: draftScopes,
    record: scriptureRecord,
    query: scriptureQuery,
    changes: scriptureChanges,
    // Values in each translation or none, also for scriptures inside items.
    update: {
      alsoShown: {
        text: (record) => textsOf(record as z.output<typeof scriptureRecord>),
        hidden: (record) => [isHidden(record as z.output<typeof scriptureRecord>)],
      },
    },
    updating:
      'Omitted fields keep their values. Setting `displayOrder` moves the scriptures after it. Search reflects changes within seconds.',
    restoring: 'It is restored at the end. 409 if the item is deleted.',
    example: {
      id: 31,
      record: scriptureExample,
      changes: { accepted: true, displayOrder: 1 },
      query: { values: { translation: 'kjv' }, record: withText },
    },
    service: scriptures,
  }),
];

const MAX_LENGTH = 500;
/** References one after the other. */
const BETWEEN = /[;\n]/;

const typedScriptures = z
  .strictObject({
    text: text(MAX_LENGTH).meta({
      description:
        'References in English, German, Spanish, French, Italian, Dutch or Portuguese, with `;` between them.',
    }),
  })
  .meta({ id: 'TypedScriptures' });

const readScriptures = z
  .object({
    scriptures: z
      .array(
        scriptureRecord.pick({
          book: true,
          bookName: true,
          chapter: true,
          verseStart: true,
          verseEnd: true,
          citation: true,
        }),
      )
      .meta({ description: 'In order, one for each chapter. A whole chapter has all of its verses.' }),
    unread: z.array(z.string()).meta({
      description:
        'Parts that are no references, are ambiguous (`Matt 5, 6`), or name verses that do not exist.',
    }),
  })
  .meta({ id: 'ReadScriptures' });

/** Reads the whole text, in which `; 6:9` continues a book; what cannot be read so, part by part. */
const readTyped = (typed: string, readers = ENGLISH_READERS): z.output<typeof readScriptures> => {
  const described = (passage: VerseRange) => ({
    ...passage,
    ...scriptureNames(passage, readers.versification),
  });
  const whole = parseReferences(typed, readers);
  if (whole.length > 0) return { scriptures: whole.map(described), unread: [] };
  const parts = typed.split(BETWEEN).map((part) => part.trim());
  const read = parts.filter(Boolean).map((part) => ({ part, passages: parseReferences(part, readers) }));
  return {
    scriptures: read.flatMap(({ passages }) => passages.map(described)),
    unread: read.filter(({ passages }) => passages.length === 0).map(({ part }) => part),
  };
};
