/** Previews of items: for people of the account, and for whoever has a preview link. */
import { findPreviewLink, markUsed } from '../../content/items/preview-link.repository.js';
import { fileAccess, isFileOfItem } from '../../content/items/visibility.js';
import type { TranscriptService } from '../../transcripts/reading/transcript.service.js';
import { isBeingTranscribed } from '../../processing/transcription/transcription.repository.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import type { Clock } from '../../platform/lib/clock.js';
import { isoTime } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { Links } from '../../platform/lib/links.js';
import { isBlobKey } from '../../platform/storage/blob-key.js';
import { chaptersOfOne } from '../items/playable.js';
import { visibleChapters, transcriptsOf } from '../items/public-item.repository.js';
import type { ItemPageContent } from './item-page.js';
import { findPreviewItem } from './page.repository.js';

export type PreviewService = ReturnType<typeof createPreviewService>;

const MINUTE_MS = 60_000;
const GONE = 'This preview does not exist, or has ended';

export const createPreviewService = ({
  db,
  clock,
  transcripts,
}: {
  db: Db;
  clock: Clock;
  transcripts: TranscriptService;
}) => {
  /** @throws {NotFoundError} when there is no such link, or it has ended */
  const linkOf = async (accountId: number, secret: string) => {
    const link = await findPreviewLink(db, accountId, sha256(secret), isoTime(clock));
    if (!link) throw notFound(GONE);
    return link;
  };

  return {
    /** The item of a link. Throws what `linkOf` does. */
    itemOf: async (accountId: number, secret: string): Promise<number> =>
      (await linkOf(accountId, secret)).itemId,

    /** The item of a link whose page is opened, which is noted. Throws what `linkOf` does. */
    open: async (accountId: number, secret: string): Promise<number> => {
      const link = await linkOf(accountId, secret);
      const minute = Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
      await markUsed(db, link, new Date(minute).toISOString());
      return link.itemId;
    },

    /**
     * What the page shows. Related items are left out: the item may not be in the public index.
     * @param base URL of the preview, below which its files are served
     * @throws {NotFoundError} when the item does not exist
     */
    content: async (account: Account, id: number, base: string, links: Links): Promise<ItemPageContent> => {
      const { id: accountId, settings } = account;
      const item = await findPreviewItem(db, accountId, { ...links, filesBaseUrl: base }, id);
      if (!item) throw notFound(GONE);
      const row = await findRow(db, 'item', accountId, id);
      const visible = await visibleChapters(db, accountId, id);
      const chapters = chaptersOfOne(visible, row?.indexedMediaAssetId ?? undefined);
      const breaks = chapters.map(({ startMs }) => startMs);
      const [transcript, facts] = await Promise.all([
        transcripts.paragraphs(accountId, id, breaks),
        transcriptsOf(db, accountId, [id]),
      ]);
      return {
        item: { ...item, jsonLd: {} },
        chapters,
        transcript,
        isTranscribing: transcript === null && (await isBeingTranscribed(db, accountId, id)),
        language: facts.get(id)?.language ?? null,
        textUrl: `${base}/transcript.txt`,
        related: [],
        translation: settings.defaultTranslation ?? 'kjv',
        isSeriesSlugShared: false,
      };
    },

    /**
     * The transcript as text.
     * @throws {NotFoundError} when the item does not exist
     * @throws {InvalidStateError} when it has no transcript
     */
    text: (accountId: number, id: number): Promise<Buffer> => transcripts.export(accountId, id, 'txt'),

    /** Whether a preview of the item may show the file: its own, and what anyone may open. */
    mayOpen: async (accountId: number, id: number, key: string): Promise<boolean> => {
      if (!isBlobKey(key) || !key.startsWith(`${accountId}/`)) return false;
      const item = await findRow(db, 'item', accountId, id);
      if (!item) return false;
      if (await isFileOfItem(db, accountId, id, key)) return true;
      return (await fileAccess(db, clock, key)).visibility !== 'private';
    },
  };
};
