/** Brings documents in: each becomes an item with a transcript and a job that makes it searchable; safe to repeat and to interrupt. */
import { parseReferences, type Segment } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, insertRow, updateRow } from '../../platform/db/rows.js';
import { uniqueSlug } from '../../platform/db/slugs.js';
import type { Row } from '../../platform/db/tables.js';
import { applyEvent } from '../items/item-status.repository.js';
import { setItemSpeakers, setItemTopics } from '../items/item.repository.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { noArtwork } from '../records/artwork-fields.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { slugify } from '../../platform/lib/slug.js';
import { saveTranscript } from '../transcripts/transcript.repository.js';
import {
  findImportedFiles,
  replaceScriptures,
  seriesIdByTitle,
  setImportedHash,
  speakerIdByName,
  topicIdByName,
} from './import.repository.js';

/** A file as an import takes it: its words, and what it says of itself. */
export interface ImportDocument {
  /** Path below the imported folder, with `/`: with the collection it names the item for ever. */
  path: string;
  /** Changes when the file does. */
  contentHash: string;
  title: string;
  subTitle?: string | null;
  description?: string | null;
  shortDescription?: string | null;
  /** YYYY-MM-DD; null for the day of the first import. */
  date: string | null;
  speakers: string[];
  series: string | null;
  orderInSeries?: number | null;
  topics: string[];
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

export const createImportService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const linksOf = async (trx: Db, { accountId, collectionId }: ImportTarget, document: ImportDocument) => {
    const now = isoTime(clock);
    const speakerIds: number[] = [];
    for (const name of document.speakers) speakerIds.push(await speakerIdByName(trx, accountId, name, now));
    const topicIds: number[] = [];
    for (const name of document.topics) topicIds.push(await topicIdByName(trx, accountId, name, now));
    const seriesId = document.series
      ? await seriesIdByTitle(trx, accountId, collectionId, document.series, now)
      : null;
    return { speakerIds: [...new Set(speakerIds)], topicIds: [...new Set(topicIds)], seriesId };
  };

  /** Words, people, topics and scriptures of the document, onto its item. */
  const fill = async (
    trx: Db,
    target: ImportTarget,
    document: ImportDocument,
    item: Row<'item'>,
    links: Awaited<ReturnType<typeof linksOf>>,
  ): Promise<void> => {
    const { accountId } = target;
    await setItemSpeakers(trx, accountId, item.id, links.speakerIds);
    await setItemTopics(trx, accountId, item.id, links.topicIds);
    await replaceScriptures(trx, accountId, item.id, document.scriptures.flatMap(parseReferences));
    await saveTranscript(trx, clock, accountId, item, { segments: document.segments, language: null });
    await enqueue(trx, clock, accountId, 'processItem', { itemId: item.id });
  };

  const describe = (document: ImportDocument) => ({
    title: document.title,
    subTitle: document.subTitle ?? null,
    description: document.description ?? null,
    shortDescription: document.shortDescription ?? null,
    orderInSeries: document.orderInSeries ?? null,
  });

  const create = async (trx: Db, target: ImportTarget, document: ImportDocument): Promise<ImportOutcome> => {
    const { accountId, collectionId } = target;
    const now = isoTime(clock);
    const links = await linksOf(trx, target, document);
    const item = await insertRow(trx, 'item', {
      accountId,
      collectionId,
      ...describe(document),
      date: document.date ?? target.today,
      seriesId: links.seriesId,
      urlSlug: await uniqueSlug(trx, 'item', accountId, collectionId, slugify(document.title)),
      durationSecs: null,
      status: 'queued',
      wizardStep: 'processing',
      publishedDate: null,
      autoPublish: target.publish ? 1 : 0,
      ...noArtwork,
      suggestedDescription: null,
      suggestedShortDescription: null,
      errorMessage: null,
      indexedMediaAssetId: null,
      autoAcceptScriptures: null,
      autoAcceptMediaChapters: null,
      transcriptUrl: null,
      entryDate: now,
      updatedDate: now,
      deletedDate: null,
    });
    await fill(trx, target, document, item, links);
    const { path, contentHash } = document;
    await insertRow(trx, 'importedFile', {
      accountId,
      collectionId,
      itemId: item.id,
      path,
      contentHash,
      entryDate: now,
    });
    return { path, itemId: item.id, result: 'created' };
  };

  /** A file that was imported before: changed, or to be published now, or as it was. */
  const revisit = async (
    trx: Db,
    target: ImportTarget,
    document: ImportDocument,
    file: Row<'importedFile'>,
  ): Promise<ImportOutcome> => {
    const { accountId } = target;
    const { path } = document;
    const item = await findRow(trx, 'item', accountId, file.itemId);
    if (!item)
      return { path, itemId: null, result: 'skipped', reason: 'its item was deleted in the library' };
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
    const links = await linksOf(trx, target, document);
    await updateRow(trx, 'item', accountId, item.id, {
      ...describe(document),
      ...(document.date && { date: document.date }),
      seriesId: links.seriesId ?? item.seriesId,
      ...publishing,
      updatedDate: isoTime(clock),
    });
    await applyEvent(trx, clock, accountId, item.id, 'process');
    await fill(trx, target, document, item, links);
    await setImportedHash(trx, accountId, file.id, document.contentHash);
    return { path, itemId: item.id, result: 'updated' };
  };

  return {
    /**
     * Takes the documents in, all of them or none: one transaction. The jobs it leaves make them searchable.
     * Outcomes align with `documents`.
     */
    importDocuments: (target: ImportTarget, documents: readonly ImportDocument[]): Promise<ImportOutcome[]> =>
      db.transaction().execute(async (trx) => {
        const paths = documents.map(({ path }) => path);
        const known = await findImportedFiles(trx, target.accountId, target.collectionId, paths);
        const outcomes: ImportOutcome[] = [];
        for (const document of documents) {
          const file = known.get(document.path);
          outcomes.push(await (file ? revisit(trx, target, document, file) : create(trx, target, document)));
        }
        return outcomes;
      }),
  };
};
