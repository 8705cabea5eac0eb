/** Drafts of transcripts: what people and tokens are changing, saved often and applied once. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../../platform/db/list-query.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, callerKey, type Caller } from '../../platform/lib/caller.js';
import { isoTime, isoTimeAfter } from '../../platform/lib/clock.js';
import { conflict, invalid, notFound, preconditionFailed } from '../../platform/lib/errors.js';
import { assertVersion, withVersionOf } from '../../platform/lib/etag.js';
import {
  applyDraft,
  textOfDraft,
  type AppliedDraft,
  type ApplyOptions,
  type DraftDeps,
} from './apply-draft.js';
import {
  findOwnDraft,
  getBase,
  getDraft,
  transcriptOfDraft,
  versionOfDraft,
  type DraftQuery,
} from './find-draft.js';
import { joined } from '../stored/transcript-bytes.js';
import {
  deleteTranscriptDraft,
  readDraft,
  storeDraft,
  type Draft,
} from '../stored/transcript-draft.repository.js';
import { transcriptDraftList } from './transcript-draft.schema.js';
import { useText } from '../stored/transcript-text.repository.js';

export type TranscriptDraftService = ReturnType<typeof createTranscriptDraftService>;

/** A draft with its ETag. */
type DraftState = Draft & { isOutdated: boolean };

interface OwnDraftOptions {
  mediaAssetId: number | undefined;
  ifMatch: string | undefined;
}

/** How often edits that arrive meanwhile are merged before the caller has to try again. */
const MAX_ATTEMPTS = 5;

const stateOf = async (db: Db, draft: Draft): Promise<DraftState> => {
  const isOutdated = (await transcriptOfDraft(db, draft))?.textId !== draft.textId;
  return withVersionOf({ ...draft, isOutdated }, versionOfDraft(draft));
};

/** JSON of the state as responses contain it, without the closing brace. */
const headOf = (state: DraftState): string => {
  const { id, itemId, mediaAssetId, base, operationCount, entryDate, updatedDate, isOutdated } = state;
  const createdBy = JSON.parse(state.createdBy) as unknown;
  const shown = {
    id,
    itemId,
    mediaAssetId,
    base,
    operationCount,
    createdBy,
    entryDate,
    updatedDate,
    isOutdated,
  };
  return JSON.stringify(shown).slice(0, -1);
};

export const createTranscriptDraftService = (deps: DraftDeps) => {
  const { db, clock, threads } = deps;
  return {
    /**
     * JSON of the draft.
     * @param query `segments` adds the segments as the draft has them, `words` the times of their words
     * @throws {NotFoundError}
     * @throws {PermissionError} when it is somebody else's
     * @throws {ValidationError} when segments are requested and the operations do not fit
     */
    get: async (
      caller: Caller,
      itemId: number,
      { segments, words, ...query }: DraftQuery & { segments: boolean; words: boolean },
    ): Promise<Buffer> => {
      const { accountId } = caller;
      const { id } = await getDraft(db, caller, itemId, query);
      const draft = await readDraft(db, accountId, itemId, id);
      if (!draft) throw notFound();
      const { operations } = draft;
      const parts: (string | Uint8Array)[] = [
        `{"draft":${headOf(await stateOf(db, draft))},"operations":${operations}`,
      ];
      if (segments) {
        const base = await textOfDraft(db, draft);
        const options = {
          accountId,
          bytes: base.segments.length + operations.length,
          path: 'operations',
        };
        const edited = await threads.run('writeDraft', { base, operations, withWords: words }, options);
        parts.push(',"segments":', edited);
      }
      return withVersionOf(joined(...parts, '}}'), versionOfDraft(draft));
    },

    /**
     * Replaces the caller's draft of the transcript that has the version `base`.
     * @throws {NotFoundError}
     * @throws {ValidationError}
     * @throws {ConflictError} when the version is not stored any more
     * @throws {PreconditionFailedError} when `ifMatch` does not match the draft
     */
    save: async (
      caller: Caller,
      itemId: number,
      bytes: Uint8Array,
      { mediaAssetId, ifMatch }: OwnDraftOptions,
    ): Promise<DraftState> => {
      const { accountId } = caller;
      const options = { accountId, bytes: bytes.length, path: 'operations' };
      const saved = await threads.run('readDraft', { bytes }, options);
      return db.transaction().execute(async (trx) => {
        await getLocked(trx, 'item', accountId, itemId);
        const { textId, contentHash, ...base } = await getBase(trx, caller, itemId, saved.base);
        if (mediaAssetId !== undefined && mediaAssetId !== base.mediaAssetId)
          throw invalid([{ path: 'base', message: 'is of the transcript of another media asset' }]);
        const known = await findOwnDraft(trx, caller, itemId, base.mediaAssetId);
        if (known) assertVersion(versionOfDraft(known), ifMatch);
        else if (ifMatch !== undefined) throw preconditionFailed();
        const row = await storeDraft(trx, known, {
          ...saved,
          accountId,
          itemId,
          mediaAssetId: base.mediaAssetId,
          caller: callerKey(caller),
          createdBy: authorOf(caller),
          textId: await useText(trx, clock, accountId, { textId }),
          contentHash,
          updatedDate: known ? isoTimeAfter(clock, known.updatedDate) : isoTime(clock),
        });
        return stateOf(trx, row);
      });
    },

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    discard: (caller: Caller, itemId: number, { mediaAssetId, ifMatch }: OwnDraftOptions): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await getLocked(trx, 'item', caller.accountId, itemId);
        const draft = await findOwnDraft(trx, caller, itemId, mediaAssetId);
        if (!draft) throw notFound();
        assertVersion(versionOfDraft(draft), ifMatch);
        await deleteTranscriptDraft(trx, isoTime(clock), draft);
      }),

    /**
     * Applies a draft as one edit of the transcript, and removes it.
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item, or it is somebody else's draft
     * @throws {ValidationError} when the operations do not fit
     * @throws {ConflictError} listing the segments that others have changed too
     * @throws {PreconditionFailedError} when `ifMatch` does not match the draft
     */
    apply: async (caller: Caller, itemId: number, options: ApplyOptions): Promise<AppliedDraft> => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const applied = await applyDraft(deps, caller, itemId, options);
        if (applied) return applied;
      }
      throw conflict('The transcript or the draft keeps changing. Try again.');
    },

    /**
     * The drafts of all callers.
     * @throws {NotFoundError}
     */
    list: async (
      { accountId }: Caller,
      itemId: number,
      params: ListParams,
    ): Promise<Page<Row<'transcriptDraft'>>> => {
      if (!(await findRow(db, 'item', accountId, itemId, params.withDeleted))) throw notFound();
      return listPage(db, transcriptDraftList, accountId, within(params, 'itemId', itemId));
    },
  };
};
