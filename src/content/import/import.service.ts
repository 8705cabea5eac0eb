/** Imports documents as items: safe to repeat and to interrupt. */
import { z } from 'zod';
import { parseReferences, type Segment } from '../../../indexer/index.js';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { cliEvent, insertAuditEntries, type AuditEvent } from '../../platform/audit/audit.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { findRow, insertRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { AppError } from '../../platform/lib/errors.js';
import { title } from '../../platform/lib/fields.js';
import { createItem } from '../items/create-item.js';
import { createSeries } from '../items/create-series.js';
import { createSpeaker } from '../items/create-speaker.js';
import { createTopic } from '../items/create-topic.js';
import { applyEvent } from '../items/item-status.repository.js';
import { enqueueItemEvent } from '../items/item-webhook-events.js';
import { setItemSpeakers, setItemTopics } from '../items/item.repository.js';
import { newItem } from '../items/item.schema.js';
import { saveTranscript } from '../transcripts/transcript.repository.js';
import { storedSegments } from '../transcripts/transcript-tasks.js';
import { findByName, findImportedFiles, replaceScriptures, setImportedHash } from './import.repository.js';

/** What a document says about its item, by the rules of the API's bodies. */
const documentFields = z.object({
  ...newItem.pick({
    title: true,
    subTitle: true,
    description: true,
    shortDescription: true,
    orderInSeries: true,
  }).shape,
  speakers: z.array(title).max(200),
  topics: z.array(title).max(200),
  series: title.nullable(),
});
type DocumentFields = z.output<typeof documentFields>;

/** A file to import: its fields and its segments. */
export interface ImportDocument extends z.input<typeof documentFields> {
  /** Path below the imported folder, with `/`: identifies the item in its collection. */
  path: string;
  /** Changes when the file does. */
  contentHash: string;
  /** YYYY-MM-DD; null for the day of the first import. */
  date: string | null;
  /** As written, e.g. `John 3:16-18`. */
  scriptures: string[];
  segments: Segment[];
}

export interface ImportTarget {
  accountId: number;
  collectionId: number;
  /** Make what is imported public. */
  publish: boolean;
  /** YYYY-MM-DD for undated documents. */
  today: string;
}

export type ImportOutcome =
  | { path: string; itemId: number; result: 'created' | 'updated' | 'unchanged' }
  | { path: string; itemId: number | null; result: 'skipped'; reason: string };

export type ImportService = ReturnType<typeof createImportService>;

export const createImportService = ({ db, clock, quotas }: { db: Db; clock: Clock; quotas: Quotas }) => {
  /** Ids of the records that the document names; those that do not exist are created. */
  const findOrCreateLinks = async (
    trx: Db,
    { accountId, collectionId }: ImportTarget,
    { speakers, topics, series }: Pick<DocumentFields, 'speakers' | 'topics' | 'series'>,
  ) => {
    const idsOf = async (
      table: 'speaker' | 'topic',
      names: readonly string[],
      create: (name: string) => Promise<{ id: number }>,
    ): Promise<number[]> => {
      const ids = new Set<number>();
      for (const name of names)
        ids.add((await findByName(trx, table, accountId, name)) ?? (await create(name)).id);
      return [...ids];
    };
    return {
      speakerIds: await idsOf('speaker', speakers, (name) => createSpeaker(trx, clock, accountId, { name })),
      topicIds: await idsOf('topic', topics, (name) => createTopic(trx, clock, accountId, name)),
      seriesId:
        series === null
          ? null
          : ((await findByName(trx, 'series', accountId, series, collectionId)) ??
            (await createSeries(trx, clock, accountId, { title: series, collectionId })).id),
    };
  };

  /** Saves the document's scriptures and transcript, and queues the item for processing. */
  const saveContent = async (
    trx: Db,
    { accountId }: ImportTarget,
    { scriptures, segments }: ImportDocument,
    item: Row<'item'>,
  ): Promise<void> => {
    await replaceScriptures(trx, accountId, item.id, scriptures.flatMap(parseReferences));
    await saveTranscript(trx, clock, accountId, item, { ...storedSegments(segments), language: null });
    await enqueue(trx, clock, accountId, 'processItem', { itemId: item.id });
  };

  const create = async (
    trx: Db,
    target: ImportTarget,
    document: ImportDocument,
    fields: DocumentFields,
  ): Promise<ImportOutcome> => {
    const { accountId, collectionId } = target;
    const { path, contentHash } = document;
    try {
      await quotas.reserve(trx, accountId, 'items');
    } catch (error) {
      if (error instanceof AppError) return { path, itemId: null, result: 'skipped', reason: error.message };
      throw error;
    }
    const { speakers, topics, series, ...columns } = fields;
    const links = await findOrCreateLinks(trx, target, { speakers, topics, series });
    const item = await createItem(trx, clock, accountId, {
      ...columns,
      collectionId,
      date: document.date ?? target.today,
      seriesId: links.seriesId,
      speakers: links.speakerIds.map((id) => ({ id })),
      topics: links.topicIds.map((id) => ({ id })),
      autoPublish: target.publish,
      wizardStep: 'basicDetails',
    });
    await saveContent(trx, target, document, item);
    await applyEvent(trx, clock, accountId, item.id, 'process', { wizardStep: 'processing' });
    await insertRow(trx, 'importedFile', {
      accountId,
      collectionId,
      itemId: item.id,
      path,
      contentHash,
      entryDate: isoTime(clock),
    });
    return { path, itemId: item.id, result: 'created' };
  };

  /** Updates the item of a file that was imported before: with its new content, or only to publish it. */
  const update = async (
    trx: Db,
    target: ImportTarget,
    document: ImportDocument,
    fields: DocumentFields,
    file: Row<'importedFile'>,
  ): Promise<ImportOutcome> => {
    const { accountId } = target;
    const { path } = document;
    const item = await findRow(trx, 'item', accountId, file.itemId);
    if (!item) return { path, itemId: null, result: 'skipped', reason: 'its item has been deleted' };
    const publishing = target.publish ? { autoPublish: 1 as const } : {};
    if (
      file.contentHash === document.contentHash &&
      item.status !== 'error' &&
      item.status !== 'actionRequired'
    ) {
      await updateRow(trx, 'item', accountId, item.id, publishing);
      if (
        target.publish &&
        item.status === 'ready' &&
        (await applyEvent(trx, clock, accountId, item.id, 'publish'))
      )
        await enqueue(trx, clock, accountId, 'publishItem', { itemId: item.id });
      return { path, itemId: item.id, result: 'unchanged' };
    }
    // The item may have moved to another collection since.
    const { collectionId } = item;
    const links = await findOrCreateLinks(trx, { ...target, collectionId }, fields);
    const changed = await updateRow(trx, 'item', accountId, item.id, {
      title: fields.title,
      subTitle: fields.subTitle ?? null,
      description: fields.description ?? null,
      shortDescription: fields.shortDescription ?? null,
      orderInSeries: fields.orderInSeries ?? null,
      ...(document.date && { date: document.date }),
      seriesId: links.seriesId ?? item.seriesId,
      ...publishing,
      updatedDate: isoTime(clock),
    });
    await setItemSpeakers(trx, accountId, item.id, links.speakerIds);
    await setItemTopics(trx, accountId, item.id, links.topicIds);
    await saveContent(trx, target, document, item);
    await applyEvent(trx, clock, accountId, item.id, 'process');
    if (changed) await enqueueItemEvent(trx, clock, 'item.updated', changed);
    await setImportedHash(trx, accountId, file.id, document.contentHash);
    return { path, itemId: item.id, result: 'updated' };
  };

  return {
    /**
     * Imports all of the documents in one transaction, or none of them; a document that breaks the rules of the API is
     * skipped. The jobs it enqueues make the items searchable. Outcomes align with `documents`.
     */
    importDocuments: (target: ImportTarget, documents: readonly ImportDocument[]): Promise<ImportOutcome[]> =>
      db.transaction().execute(async (trx) => {
        // First of all locks, as new topics take it: two imports cannot wait for each other, nor create a name twice.
        await lockAccount(trx, target.accountId);
        await quotas.lock(trx, target.accountId);
        const paths = documents.map(({ path }) => path);
        const imported = await findImportedFiles(trx, target.accountId, target.collectionId, paths);
        const outcomes: ImportOutcome[] = [];
        for (const document of documents) {
          const { path } = document;
          const parsed = documentFields.safeParse(document);
          const file = imported.get(path);
          if (!parsed.success)
            outcomes.push({ path, itemId: null, result: 'skipped', reason: reasonOf(parsed.error) });
          else if (file) outcomes.push(await update(trx, target, document, parsed.data, file));
          else outcomes.push(await create(trx, target, document, parsed.data));
        }
        await insertAuditEntries(
          trx,
          clock,
          outcomes.flatMap((outcome) => auditEvents(target, outcome)),
        );
        return outcomes;
      }),
  };
};

const auditEvents = ({ accountId }: ImportTarget, { itemId, result }: ImportOutcome): AuditEvent[] =>
  itemId !== null && (result === 'created' || result === 'updated')
    ? [cliEvent(accountId, 'importItem', 'item', itemId)]
    : [];

const reasonOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
