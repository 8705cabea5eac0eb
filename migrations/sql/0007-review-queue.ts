/**
 * The review queue: one row per suggestion that waits, whatever its kind, in the order of the list. Triggers keep it,
 * so that no code path can forget to. Also corrections as a kind of suggestion, the decisions that can be undone, and
 * the indexes of the lists that the home screen counts.
 */
import type { Kysely } from 'kysely';
import { EXISTING, schemaTools, type SchemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const tools = schemaTools(db);
  await tables(tools);
  await countedLists(tools);
  for (const kind of Object.keys(KINDS) as Kind[]) await tools.run(added(kind, 'true'));
  for (const trigger of triggers) await createTrigger(tools, trigger);
};

const tables = async ({ create, add, index }: SchemaTools): Promise<void> => {
  // The words that a correction replaces, how often the transcript has them, and the sentence with the first of them.
  await add('suggestion', { integers: 'occurrences', texts: 'replaces quote' });
  await index('suggestion', 'topicId', { where: '"topicId" is not null' });

  await create('waitingSuggestion', {
    integers: `accountId!>account itemId! collectionId! needsEditor! startMs mediaAssetId topicId chapter verseStart verseEnd
      keyVerse occurrences`,
    texts: 'kind! itemDate! text replaces source quote book',
    reals: 'score',
  });
  await index('waitingSuggestion', 'itemId');
  await index('waitingSuggestion', 'topicId itemId', { where: '"topicId" is not null' });
  for (const columns of ['id', 'itemId', 'collectionId'])
    await index('waitingSuggestion', `accountId ${columns}`);
  await index('waitingSuggestion', 'accountId itemDate:desc itemId:desc startMs id needsEditor kind score', {
    name: 'waitingSuggestion_order',
  });

  await create('suggestionDecision', {
    integers: 'accountId!>account itemId! suggestionId!',
    texts: 'status! suggestion! changes! entryDate!',
  });
  await index('suggestionDecision', 'accountId suggestionId', { unique: true });
  await index('suggestionDecision', 'itemId');
  await index('suggestionDecision', 'entryDate');
};

const countedLists = async ({ index }: SchemaTools): Promise<void> => {
  await index('item', 'accountId publishAt', { where: `"publishAt" is not null and ${EXISTING}` });
  await index('item', 'accountId hasDraft', { where: '"hasDraft" = 1' });
  await index('processing', 'itemId id', { name: 'processing_failed', where: `"status" = 'failed'` });
  await index('mediaAsset', 'itemId', {
    name: 'mediaAsset_unusable',
    where: `"status" = 'error' and ${EXISTING}`,
  });
  // With all columns that the conditions read, because they are evaluated for every item.
  await index('mediaAsset', 'itemId durationSecs', {
    name: 'mediaAsset_length',
    where: `${EXISTING} and "contentType" <> 'text'`,
  });
  await index('mediaAsset', 'itemId mimeType', {
    name: 'mediaAsset_enclosure',
    where: `${EXISTING} and "status" = 'ready' and "url" is not null and "contentType" in ('audio', 'video')`,
  });
  await index('transcript', 'itemId endMs', { name: 'transcript_length', where: '"isCurrent" = 1' });
};

/** What `src/content/items/draft-policy.ts` defines. */
const needsEditor = (item: string): string =>
  `case when ${item}."status" in ('publishing', 'published', 'unpublishing') or ${item}."publishAt" is not null
    or ${item}."autoPublish" = 1 and ${item}."status" in ('queued', 'processing') then 1 else 0 end`;

/**
 * Ids are those of the row that the suggestion comes from, times ten, plus a digit for the kind, so that they stay the
 * same. A description that another program suggested has no row of its own and takes the item's.
 */
const IDS = {
  chapter: '"chapter"."id" * 10 + 1',
  scripture: '"scripture"."id" * 10 + 2',
  topic: '"suggestion"."id" * 10 + 3',
  description: 'coalesce("suggestion"."id" * 10 + 4, "item"."id" * 10 + 7)',
  shortDescription: 'coalesce("suggestion"."id" * 10 + 5, "item"."id" * 10 + 8)',
  correction: '"suggestion"."id" * 10 + 6',
};
type Kind = keyof typeof IDS;

interface Source {
  /** Columns of the queue, in addition to those that all kinds have. */
  columns: Record<string, string>;
  from: string;
  /** The condition under which it waits. */
  where: string;
}

const own = (table: string, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `"${table}"."${name}"`]));

const fromItem = (table: string): string => `"${table}" join "item" on "item"."id" = "${table}"."itemId"`;

const isWaiting = `"suggestion"."status" = 'waiting'`;

const description = (kind: string, column: string): Source => ({
  columns: {
    text: `"item"."${column}"`,
    ...own('suggestion', 'score', 'startMs', 'source'),
  },
  from: `"item" left join "suggestion" on "suggestion"."id" = (select min("made"."id") from "suggestion" as "made"
    where "made"."itemId" = "item"."id" and "made"."kind" = '${kind}' and "made"."status" = 'waiting'
      and "made"."text" = "item"."${column}")`,
  where: `"item"."${column}" is not null`,
});

const KINDS: Record<Kind, Source> = {
  chapter: {
    columns: { ...own('chapter', 'score', 'startMs', 'mediaAssetId'), text: '"chapter"."title"' },
    from: `${fromItem('chapter')} join "mediaAsset" on "mediaAsset"."id" = "chapter"."mediaAssetId"`,
    where: `"chapter"."deletedDate" is null and "mediaAsset"."deletedDate" is null and "chapter"."suggested" = 1
      and coalesce("chapter"."accepted", 0) = 0`,
  },
  scripture: {
    columns: {
      ...own('scripture', 'score', 'startMs', 'book', 'chapter', 'verseStart', 'verseEnd'),
      keyVerse: 'coalesce("scripture"."suggestedKey", 0)',
    },
    from: fromItem('scripture'),
    where: `"scripture"."deletedDate" is null and "scripture"."suggested" = 1
      and coalesce("scripture"."accepted", 0) = 0 and coalesce("scripture"."keyVerse", 0) = 0`,
  },
  topic: {
    columns: {
      ...own('suggestion', 'score', 'startMs', 'source', 'topicId'),
      text: 'coalesce("topic"."name", "suggestion"."text")',
    },
    from: `${fromItem('suggestion')} left join "topic" on "topic"."id" = "suggestion"."topicId"`,
    where: `"suggestion"."kind" = 'topic' and ${isWaiting} and "topic"."deletedDate" is null
      and not exists (select 1 from "itemTopic" where "itemTopic"."itemId" = "suggestion"."itemId"
        and "itemTopic"."topicId" = "suggestion"."topicId")`,
  },
  description: description('description', 'suggestedDescription'),
  shortDescription: description('shortDescription', 'suggestedShortDescription'),
  correction: {
    columns: own('suggestion', 'startMs', 'source', 'text', 'replaces', 'occurrences', 'quote'),
    from: fromItem('suggestion'),
    where: `"suggestion"."kind" = 'correction' and ${isWaiting}`,
  },
};

/** Adds what waits of this kind, as far as the condition goes. */
const added = (kind: Kind, condition: string): string => {
  const { columns, from, where } = KINDS[kind];
  const all: Record<string, string> = {
    id: IDS[kind],
    accountId: '"item"."accountId"',
    itemId: '"item"."id"',
    collectionId: '"item"."collectionId"',
    itemDate: '"item"."date"',
    needsEditor: needsEditor('"item"'),
    kind: `'${kind}'`,
    ...columns,
  };
  const names = Object.keys(all).map((name) => `"${name}"`);
  return `insert into "waitingSuggestion" (${names.join(', ')}) select ${Object.values(all).join(', ')}
    from ${from} where ${where} and ${condition} on conflict ("id") do nothing;`;
};

const removed = (condition: string): string => `delete from "waitingSuggestion" where ${condition};`;

/** The id in the queue of a row that a trigger is about. */
const idIn = (kind: Kind, row: 'old' | 'new'): string => IDS[kind].replace(/"\w+"(?=\."id")/, row);

/** Removes and adds the row that is the source, with its present values. */
const renewed = (kind: Kind, table: string): string =>
  removed(`"id" = ${idIn(kind, 'new')}`) + added(kind, `"${table}"."id" = new."id"`);

const renewedDescription = (kind: Kind): string =>
  removed(`"itemId" = new."id" and "kind" = '${kind}'`) + added(kind, '"item"."id" = new."id"');

interface Trigger {
  name: string;
  table: string;
  event: string;
  when?: string;
  body: string;
}

const differs = (...columns: string[]): string =>
  columns.map((column) => `old."${column}" is distinct from new."${column}"`).join(' or ');

const ofRows = (kind: Kind, table: string, isOne: (row: string) => string): Trigger[] => [
  {
    name: `waiting_${table}_${kind}_insert`,
    table,
    event: 'insert',
    when: isOne('new'),
    body: added(kind, `"${table}"."id" = new."id"`),
  },
  {
    name: `waiting_${table}_${kind}_update`,
    table,
    event: 'update',
    when: `${isOne('old')} or ${isOne('new')}`,
    body: renewed(kind, table),
  },
  {
    name: `waiting_${table}_${kind}_delete`,
    table,
    event: 'delete',
    when: isOne('old'),
    body: removed(`"id" = ${idIn(kind, 'old')}`),
  },
];

const isSuggested = (row: string): string => `${row}."suggested" = 1`;
const isOf =
  (kind: Kind) =>
  (row: string): string =>
    `${row}."kind" = '${kind}'`;

const triggers: Trigger[] = [
  ...ofRows('chapter', 'chapter', isSuggested),
  ...ofRows('scripture', 'scripture', isSuggested),
  ...ofRows('topic', 'suggestion', isOf('topic')),
  ...ofRows('correction', 'suggestion', isOf('correction')),
  ...(['description', 'shortDescription'] as const).flatMap((kind): Trigger[] => {
    const column = kind === 'description' ? 'suggestedDescription' : 'suggestedShortDescription';
    const body = renewedDescription(kind);
    return [
      {
        name: `waiting_item_${kind}_insert`,
        table: 'item',
        event: 'insert',
        when: `new."${column}" is not null`,
        body,
      },
      {
        name: `waiting_item_${kind}_update`,
        table: 'item',
        event: `update of "${column}"`,
        when: differs(column),
        body,
      },
    ];
  }),
  {
    name: 'waiting_item_update',
    table: 'item',
    event: 'update of "date", "collectionId", "status", "publishAt", "autoPublish"',
    when: differs('date', 'collectionId', 'status', 'publishAt', 'autoPublish'),
    body: `update "waitingSuggestion" set "collectionId" = new."collectionId", "itemDate" = new."date",
      "needsEditor" = ${needsEditor('new')} where "itemId" = new."id";`,
  },
  {
    name: 'waiting_item_delete',
    table: 'item',
    event: 'delete',
    body: `${removed('"itemId" = old."id"')} delete from "suggestionDecision" where "itemId" = old."id";`,
  },
  {
    name: 'waiting_mediaAsset_update',
    table: 'mediaAsset',
    event: 'update of "deletedDate"',
    when: differs('deletedDate'),
    body:
      removed('"itemId" = new."itemId" and "mediaAssetId" = new."id"') +
      added('chapter', '"chapter"."itemId" = new."itemId" and "chapter"."mediaAssetId" = new."id"'),
  },
  {
    name: 'waiting_topic_update',
    table: 'topic',
    event: 'update of "deletedDate", "name"',
    when: differs('deletedDate', 'name'),
    body: removed('"topicId" = new."id"') + added('topic', '"suggestion"."topicId" = new."id"'),
  },
  ...(['insert', 'update', 'delete'] as const).map((event): Trigger => {
    const left = `"suggestion"."itemId" = old."itemId" and "suggestion"."topicId" = old."topicId"`;
    const gone = event === 'insert' ? '' : added('topic', left);
    const come = event === 'delete' ? '' : removed('"topicId" = new."topicId" and "itemId" = new."itemId"');
    return { name: `waiting_itemTopic_${event}`, table: 'itemTopic', event, body: gone + come };
  }),
];

const createTrigger = async (
  { postgres, run }: SchemaTools,
  { name, table, event, when, body }: Trigger,
): Promise<void> => {
  const head = `create trigger "${name}" after ${event} on "${table}" for each row ${when ? `when (${when})` : ''}`;
  if (!postgres) return run(`${head} begin ${body} end`);
  await run(
    `create function "${name}"() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
  );
  await run(`${head} execute function "${name}"()`);
};
