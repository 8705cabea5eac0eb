/** Stores a document as a new item, or in the item that was created from its file before. */
import type { Db } from '../platform/db/dialect.js';
import { findRow, insertRow, updateRow } from '../platform/db/rows.js';
import type { NewRow, Row } from '../platform/db/tables.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { authorOf } from '../platform/lib/caller.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { AppError } from '../platform/lib/errors.js';
import { sortKey } from '../platform/lib/sort-key.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import { currentTranscripts } from '../content/items/current-transcript.repository.js';
import { createItem } from '../content/items/create-item.js';
import { inPublicIndex } from '../content/items/visibility.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import { enqueueItemEvent } from '../content/items/item-webhook-events.js';
import { recordRevision, snapshotOf } from '../content/items/item-revisions.repository.js';
import { setItemSpeakers, setItemTopics } from '../content/items/item.repository.js';
import { announceItemChange } from '../content/items/refresh-item.js';
import { saveTranscript } from '../transcripts/stored/transcript.repository.js';
import { storedSegments, type StoredSegments } from '../transcripts/stored/stored-segments.js';
import type { DocumentFields, ImportDocument } from './import-document.js';
import {
  currentFields,
  replaceScriptures,
  suggestScriptures,
  updateImportedFile,
} from './import.repository.js';
import { skipped, type ImportOutcome } from './import-outcome.js';
import { placeOf, type KnownFile } from './known-files.js';
import {
  compareFields,
  FIELDS,
  passagesOf,
  fieldsOfDocument,
  isUnchangedFile,
  ofFields,
  withGuesses,
  writtenNow,
  type Comparison,
  type ImportedField,
  type FieldValues,
  type ImportRecord,
} from './written-fields.js';
import { findByName } from '../platform/db/names.js';
import { createSeries } from '../content/series/create-series.js';
import { createSpeaker } from '../content/speakers/create-speaker.js';
import { createTopic } from '../content/topics/create-topic.js';

export interface ImportTarget {
  accountId: number;
  collectionId: number;
  /** Whether to publish what is imported. */
  publish: boolean;
  /** YYYY-MM-DD, for undated documents. */
  today: string;
  /** Absolute path of the imported folder; absent for documents outside a folder. */
  folder?: string;
  /** Existing paths in the folder: a file was renamed if its old path is not among them. */
  present?: ReadonlySet<string>;
  /** Also overwrites what staff have changed. */
  overwrite?: boolean;
}

interface Context {
  trx: Db;
  clock: Clock;
  target: ImportTarget;
  document: ImportDocument;
  fields: DocumentFields;
}

export const createFromDocument = async (plain: Context, quotas: Quotas): Promise<ImportOutcome> => {
  const context = withGuessedFields(plain);
  const { trx, clock, target, document, fields } = context;
  const { accountId, collectionId } = target;
  const { path, contentHash } = document;
  try {
    await quotas.reserve(trx, accountId, 'items');
  } catch (error) {
    if (error instanceof AppError) return skipped(path, error.message);
    throw error;
  }
  const { speakers, topics, series, ...columns } = fields;
  const item = await createItem(trx, clock, target, {
    ...columns,
    collectionId,
    date: document.date ?? target.today,
    dateIsKnown: document.date !== null,
    seriesId: await seriesIdOf(context, series, collectionId),
    speakers: (await speakerIdsOf(context, speakers)).map((id) => ({ id })),
    topics: (await topicIdsOf(context, topics)).map((id) => ({ id })),
    autoPublish: target.publish,
    wizardStep: 'basicDetails',
  });
  const transcript = transcriptOf(document);
  await saveScriptures(context, item);
  await suggestScriptures(trx, item, passagesOf({ scriptures: document.suggestedScriptures ?? [] }));
  if (transcript) {
    await saveText(context, item, transcript);
    await applyEvent(trx, clock, accountId, item.id, 'process', { wizardStep: 'processing' });
  }
  const fileValues = fieldsOfDocument(document, fields, transcript);
  await insertRow(trx, 'importedFile', {
    accountId,
    collectionId,
    itemId: item.id,
    path,
    contentHash,
    entryDate: isoTime(clock),
    folder: target.folder ?? null,
    goneDate: null,
    written: await writtenJson(
      context,
      item,
      null,
      fileValues,
      { changed: [...FIELDS] },
      [],
      guessedOf(plain),
    ),
  });
  return { path, itemId: item.id, result: 'created' };
};

/** The document with what its name says. */
const withGuessedFields = (context: Context): Context => {
  const { scriptures, date, ...guessed } = context.document.guessed ?? {};
  const document = { ...context.document, ...(scriptures && { scriptures }), ...(date && { date }) };
  return { ...context, document, fields: { ...context.fields, ...guessed } };
};

/** What the file itself says of the guessed fields. */
const guessedOf = ({ document, fields }: Context): ImportRecord['guessed'] => {
  const guessed = Object.keys(document.guessed ?? {}) as ImportedField[];
  if (guessed.length === 0) return undefined;
  return { ...ofFields(fieldsOfDocument(document, fields, null), guessed), fields: guessed };
};

/** Stores the fields that the file has changed and staff have not, and publishes the item if requested. */
export const updateFromDocument = async (
  context: Context,
  { file, isElsewhere }: KnownFile,
): Promise<ImportOutcome> => {
  const { trx, target, document, fields } = context;
  const { accountId } = target;
  const { path, contentHash } = document;
  const item = await findRow(trx, 'item', accountId, file.itemId);
  if (!item) return skipped(path, 'its item has been deleted');
  const written = file.written === null ? null : (JSON.parse(file.written) as ImportRecord);
  const transcript = transcriptOf(document);
  const parsedValues = withGuesses(written, fieldsOfDocument(document, fields, transcript));
  // The title or date may come from the path: imported from elsewhere, the same file adds only what the options
  // set.
  const fileValues =
    isElsewhere && written && file.contentHash === contentHash
      ? { ...written.fileValues, ...ofFields(parsedValues, document.fromDefaults ?? []) }
      : parsedValues;
  const fromDefaults = isElsewhere ? (written?.fromDefaults ?? []) : [];
  const hasFailed = transcript !== null && (item.status === 'error' || item.status === 'actionRequired');
  const isSame = file.contentHash === contentHash && (isUnchangedFile(written, fileValues) || !written);
  // The fields of a text stay with its words.
  const isTextGone = transcript === null && written?.fileValues.transcript !== undefined;
  const comparison: Comparison =
    isTextGone || (isSame && !target.overwrite)
      ? { changed: [], kept: [] }
      : compareFields(written, fileValues, await currentFields(trx, item), {
          overwrite: target.overwrite ?? false,
        });
  // The item left its series only because it moved to another collection.
  if (
    !isSame &&
    !isTextGone &&
    item.collectionId !== file.collectionId &&
    item.seriesId === null &&
    fileValues.series !== undefined
  )
    comparison.changed = [...new Set([...comparison.changed, 'series' as const])];
  const { changed, kept } = comparison;
  const isWithdrawn = wasUnpublished(item, file) && !target.overwrite;
  if (isWithdrawn && changed.includes('transcript'))
    await updateRow(trx, 'item', accountId, item.id, { autoPublish: 0 });
  if (changed.length > 0 || hasFailed) await storeFields(context, item, transcript, changed, hasFailed);
  if (target.publish && !isWithdrawn) await publishAgain(context, item);
  await updateImportedFile(trx, accountId, file.id, {
    contentHash,
    ...(!isElsewhere && { path, folder: target.folder ?? file.folder }),
    goneDate: target.publish ? null : file.goneDate,
    ...(isTextGone || (isSame && written && changed.length === 0)
      ? {}
      : { written: await writtenJson(context, item, written, fileValues, comparison, fromDefaults) }),
  });
  const isRenamed = !isElsewhere && file.path !== path;
  return {
    path,
    itemId: item.id,
    result: changed.length > 0 || hasFailed || isRenamed ? 'updated' : 'unchanged',
    ...(kept.length > 0 && { kept }),
    ...(isRenamed && { renamedFrom: file.path }),
    ...(isElsewhere && { alreadyFrom: placeOf(file) }),
  };
};

const storeFields = async (
  context: Context,
  item: Row<'item'>,
  transcript: StoredSegments | null,
  changed: readonly ImportedField[],
  isRepeated: boolean,
): Promise<void> => {
  const { trx, clock, document, fields } = context;
  const { accountId, id } = item;
  const has = (field: ImportedField): boolean => changed.includes(field);
  const values: Partial<NewRow<'item'>> = {
    updatedBy: authorOf({}),
    ...(has('title') && { title: fields.title, sortTitle: sortKey(fields.title) }),
    ...(has('subTitle') && { subTitle: fields.subTitle ?? null }),
    ...(has('description') && { description: fields.description ?? null }),
    ...(has('shortDescription') && { shortDescription: fields.shortDescription ?? null }),
    ...(has('orderInSeries') && { orderInSeries: fields.orderInSeries ?? null }),
    ...(has('date') && document.date !== null && { date: document.date, dateIsKnown: 1 as const }),
    // The item may have moved to another collection since.
    ...(has('series') && { seriesId: await seriesIdOf(context, fields.series, item.collectionId) }),
  };
  const lists = (['speakers', 'topics'] as const).filter(has);
  const before = await snapshotOf(trx, item, lists);
  if (has('speakers'))
    await setItemSpeakers(trx, accountId, id, await speakerIdsOf(context, fields.speakers));
  if (has('topics')) await setItemTopics(trx, accountId, id, await topicIdsOf(context, fields.topics));
  if (has('scriptures')) await saveScriptures(context, item);
  const stored = await updateRow(trx, 'item', accountId, id, { ...values, updatedDate: isoTime(clock) });
  const notes = (['transcript', 'scriptures'] as const).filter(has);
  if (stored) await recordRevision(trx, clock, { accountId }, before, stored, { notes });
  if (transcript && (has('transcript') || isRepeated)) {
    await saveText(context, item, transcript);
    await applyEvent(trx, clock, accountId, id, 'process');
    if (stored) await enqueueItemEvent(trx, clock, 'item.updated', stored);
  } else if (stored) await announceItemChange(trx, clock, stored);
};

/** Whether staff have unpublished the item, possibly before its text changed. An import does not publish it again. */
const wasUnpublished = (
  { status, publishedDate, autoPublish }: Row<'item'>,
  { goneDate }: Row<'importedFile'>,
): boolean =>
  goneDate === null &&
  (status === 'unpublishing' ||
    status === 'unpublished' ||
    (publishedDate !== null && autoPublish === 0 && !inPublicIndex.has(status)));

/** Publishes an item again whose file had disappeared. If it has a publishing time, it waits for that. */
const publishAgain = async (
  { trx, clock, target }: Context,
  { id, status, publishAt }: Row<'item'>,
): Promise<void> => {
  const { accountId } = target;
  await updateRow(trx, 'item', accountId, id, { autoPublish: 1 });
  if (publishAt !== null || (status !== 'ready' && status !== 'unpublished')) return;
  if (await applyEvent(trx, clock, accountId, id, 'publish'))
    await enqueue(trx, clock, accountId, 'publishItem', { itemId: id });
};

const writtenJson = async (
  { trx, target, document }: Context,
  { id }: Row<'item'>,
  before: ImportRecord | null,
  fileValues: FieldValues,
  comparison: Pick<Comparison, 'changed'>,
  alsoFromDefaults: readonly string[] = [],
  guessed?: ImportRecord['guessed'],
): Promise<string> => {
  const item = await findRow(trx, 'item', target.accountId, id);
  const current = item ? await currentFields(trx, item) : {};
  const fromDefaults = new Set([...(document.fromDefaults ?? []), ...alsoFromDefaults]);
  const now = writtenNow(before, fileValues, current, comparison, [...fromDefaults]);
  return JSON.stringify({ ...now, ...(guessed && { guessed }) });
};

const saveScriptures = (
  { trx, target: { accountId }, document }: Context,
  { id }: Row<'item'>,
): Promise<void> => replaceScriptures(trx, accountId, id, passagesOf(document));

/** Null for a recording without a text. */
const transcriptOf = ({ segments }: ImportDocument): StoredSegments | null =>
  segments.length > 0 ? storedSegments(segments) : null;

/** Saves the transcript and queues the item for processing. */
const saveText = async (
  { trx, clock, target: { accountId }, document }: Context,
  item: Row<'item'>,
  transcript: StoredSegments,
): Promise<void> => {
  // A transcript of a recording stays with it.
  const current = (await currentTranscripts(trx, accountId, [item.id])).get(item.id);
  const asset = current?.mediaAssetId && (await findRow(trx, 'mediaAsset', accountId, current.mediaAssetId));
  const mediaAssetId = asset && asset.contentType !== 'text' ? asset.id : null;
  const language = document.language ?? null;
  await saveTranscript(trx, clock, accountId, item, { ...transcript, language, mediaAssetId });
  await enqueue(trx, clock, accountId, 'processItem', { itemId: item.id });
};

interface NamedContext {
  trx: Db;
  clock: Clock;
  target: { accountId: number };
}

const idsOf = async (
  { trx, target: { accountId } }: NamedContext,
  table: 'speaker' | 'topic',
  names: readonly string[],
  create: (name: string) => Promise<{ id: number }>,
): Promise<number[]> => {
  const ids = new Set<number>();
  for (const name of names)
    ids.add((await findByName(trx, table, accountId, name)) ?? (await create(name)).id);
  return [...ids];
};

const speakerIdsOf = (context: NamedContext, names: readonly string[]): Promise<number[]> =>
  idsOf(context, 'speaker', names, (name) =>
    createSpeaker(context.trx, context.clock, context.target, { name }),
  );

const topicIdsOf = (context: NamedContext, names: readonly string[]): Promise<number[]> =>
  idsOf(context, 'topic', names, (name) => createTopic(context.trx, context.clock, context.target, name));

const seriesIdOf = async (
  { trx, clock, target: { accountId } }: NamedContext,
  title: string | null,
  collectionId: number,
): Promise<number | null> =>
  title === null
    ? null
    : ((await findByName(trx, 'series', accountId, title, collectionId)) ??
      (await createSeries(trx, clock, { accountId }, { title, collectionId })).id);
