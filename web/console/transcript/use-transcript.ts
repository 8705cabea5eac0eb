/** Reads the transcript as the editor begins with it: with the person's own draft, if there is one. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAccount } from '../api/account.js';
import { errorType } from '../api/session-api.js';
import { localCopies } from '../parts/browser-copies.js';
import type { LocalCopies } from '../parts/local-copies.js';
import { draftApi, type DraftApi, type SavedDraft } from './draft-api.js';
import type { LocalCopy } from './draft-saver.js';
import { digestOf } from './operations.js';
import { readSegments, type EditorSegment, type Operation } from './segments.js';

export interface OpenTranscript {
  mediaAssetId: number | null;
  segments: readonly EditorSegment[];
  operations: readonly Operation[];
  /** ETag of the version that the operations apply to. */
  base: string;
  /** ETag of the draft; null if there is none. */
  draftTag: string | null;
  /** Whether somebody has changed the transcript since the draft was begun. */
  isOutdated: boolean;
  local: LocalCopies<LocalCopy>;
  /** What this browser has kept, where the draft was changed elsewhere too: the person chooses. */
  other: LocalCopy | null;
}

const RETRIES = 2;

export const useTranscript = (itemId: number, mediaAssetId?: number): UseQueryResult<OpenTranscript> => {
  const { api, keys, may, person, shortName } = useAccount();
  return useQuery({
    queryKey: keys.part('transcripts', itemId, String(mediaAssetId ?? '')),
    // What is edited is not read again under the editor's hands.
    staleTime: Infinity,
    gcTime: 0,
    retry: (failures, error) => failures < RETRIES && errorType(error) === undefined,
    queryFn: async (): Promise<OpenTranscript> => {
      const drafts = draftApi(api, itemId, mediaAssetId);
      const { transcript, tag } = await drafts.readSegments();
      const assetId = transcript.mediaAssetId;
      const local = localCopies<LocalCopy>(person.id, shortName, 'transcript', itemId, assetId ?? '');
      const current = {
        mediaAssetId: assetId,
        segments: readSegments(transcript.segments),
        operations: [],
        base: tag,
        draftTag: null,
        isOutdated: false,
        local,
        other: null,
      };
      if (!may('content:draft')) return current;
      const own = await readDraft(drafts, local);
      if (own.draft?.draft.mediaAssetId !== assetId) return { ...current, other: own.other };
      const { draft } = own.draft;
      return {
        ...current,
        segments: readSegments(draft.segments ?? []),
        operations: draft.operations,
        base: draft.base,
        draftTag: own.draft.tag,
        isOutdated: draft.isOutdated,
        other: own.other,
      };
    },
  });
};

type OwnDraft = Awaited<ReturnType<DraftApi['read']>>;

/** The draft, after what this browser has kept was saved in it, unless it was changed elsewhere since. */
const readDraft = async (
  drafts: DraftApi,
  local: LocalCopies<LocalCopy>,
): Promise<{ draft: OwnDraft; other: LocalCopy | null }> => {
  const draft = await drafts.read();
  const copy = local.read();
  if (!copy || (draft && hasContentOf(draft.draft, copy))) {
    local.remove();
    return { draft, other: null };
  }
  if (!continues(copy, draft)) return { draft, other: copy };
  try {
    await drafts.save(copy.base, copy.operations, draft?.tag ?? null);
  } catch (error) {
    // The version that it was made from may not be stored any more.
    if (errorType(error) === undefined) throw error;
    return { draft, other: copy };
  }
  local.remove();
  return { draft: await drafts.read(), other: null };
};

const hasContentOf = ({ base, operations }: SavedDraft, copy: LocalCopy): boolean =>
  copy.base === base && digestOf(copy.operations) === digestOf(operations);

/** Whether the draft is the one that the copy was typed on, or one that it had just sent. */
const continues = (copy: LocalCopy, draft: OwnDraft): boolean =>
  copy.draftTag === (draft?.tag ?? null) ||
  (draft !== null && copy.base === draft.draft.base && copy.sending === digestOf(draft.draft.operations));
