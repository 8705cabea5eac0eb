/** The draft of the open transcript: saved while it is typed, and applied as one revision. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { LecternError } from '../../../client/index.js';
import { useAccount } from '../api/account.js';
import { draftApi, type Decisions, type SegmentConflict } from './draft-api.js';
import { createDraftSaver, type DraftState } from './draft-saver.js';
import type { EditorStore } from './editor-store.js';
import { operationsToSend } from './operations.js';
import { readSegments, type Operation } from './segments.js';
import type { OpenTranscript } from './use-transcript.js';
import { createValue, type Value } from '../parts/value.js';

export interface Draft {
  /** How far what was typed is saved; null before anything was. */
  state: Value<DraftState | null>;
  isApplying: boolean;
  /** Segments that others have changed too: decide about each, then apply again. */
  conflicts: readonly SegmentConflict[];
  decisions: Decisions;
  decide(segmentId: string, use: 'theirs' | 'yours'): void;
  /** Saves the draft as the transcript, as one revision. @returns whether it was applied */
  apply(): Promise<boolean>;
  discard(): Promise<void>;
  /** Reads the transcript anew, after what was typed is saved. */
  reload(): Promise<void>;
  /** Forgets what was typed here, and goes on with the draft of another window. */
  abandon(): Promise<void>;
  /** Replaces the draft of another window. */
  overwrite(): void;
  /** Closes the conflicts: the draft and the transcript stay as they are. */
  decideLater(): void;
}

/** What is typed while the draft is on its way is sent too, before it is applied. */
const MAX_FLUSHES = 20;

export const useDraft = (itemId: number, open: OpenTranscript, store: EditorStore): Draft => {
  const { api, keys, may } = useAccount();
  const client = useQueryClient();
  const [state] = useState(() =>
    createValue<DraftState | null>(open.operations.length > 0 ? { is: 'saved' } : null),
  );
  const [isApplying, setApplying] = useState(false);
  const [conflicts, setConflicts] = useState<readonly SegmentConflict[]>([]);
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const drafts = useMemo(
    () => draftApi(api, itemId, open.mediaAssetId ?? undefined),
    [api, itemId, open.mediaAssetId],
  );
  const saver = useMemo(
    () => createDraftSaver({ ...open, drafts, operations: operationsOf(store), show: state.set, isConflict }),
    [drafts, open, state, store],
  );
  // What this browser has kept stays until the person has chosen.
  const mayDraft = may('content:draft') && open.other === null;
  useEffect(() => {
    if (!mayDraft) return undefined;
    const ask = (event: BeforeUnloadEvent): void => {
      saver.keep();
      if (saver.hasUnsaved()) event.preventDefault();
    };
    const unsubscribe = store.subscribe(saver.changed);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', saver.keep);
    return () => {
      unsubscribe();
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', saver.keep);
      saver.keep();
      saver.flush().catch(() => undefined);
      saver.stop();
    };
  }, [saver, store, mayDraft]);

  const apply = useCallback(async (): Promise<boolean> => {
    setApplying(true);
    try {
      for (let i = 0; i < MAX_FLUSHES && (i === 0 || saver.hasUnsaved()); i++) await saver.flush();
    } catch {
      // The saver has said why.
      setApplying(false);
      return false;
    }
    try {
      store.beginApplying();
      saver.pause();
      const found = await drafts.apply(decisions);
      setConflicts(found);
      if (found.length > 0) {
        store.stopApplying();
        saver.resume();
        return false;
      }
      const { transcript, tag } = await drafts.readSegments();
      store.rebase(readSegments(transcript.segments));
      saver.resume({ base: tag });
      state.set({ is: saver.hasUnsaved() ? 'saving' : 'saved' });
      setDecisions(new Map());
      await client.invalidateQueries({ queryKey: keys.every('items') });
      return true;
    } catch (error) {
      store.stopApplying();
      saver.resume();
      state.set({ is: 'notSaved', error });
      return false;
    } finally {
      setApplying(false);
    }
  }, [client, decisions, drafts, keys, saver, state, store]);
  const reload = (): Promise<void> => client.resetQueries({ queryKey: keys.one('transcripts', itemId) });
  return {
    state,
    isApplying,
    conflicts,
    decisions,
    decide: (segmentId, use) => setDecisions((former) => new Map([...former, [segmentId, use]])),
    apply,
    discard: async () => {
      saver.pause();
      // One that is on its way must not arrive afterwards.
      await saver.flush().catch(() => undefined);
      await drafts.discard().catch((error: unknown) => {
        if (error instanceof LecternError && error.status === 404) return;
        saver.resume();
        throw error;
      });
      saver.forget();
      await reload();
    },
    reload: async () => {
      await saver.flush().catch(() => undefined);
      await reload();
    },
    abandon: () => {
      saver.forget();
      return reload();
    },
    overwrite: saver.overwrite,
    decideLater: () => setConflicts([]),
  };
};

const isConflict = (error: unknown): boolean => error instanceof LecternError && error.status === 412;

/** The operations as they are sent: the same array while nothing has changed. */
const operationsOf = (store: EditorStore): (() => readonly Operation[]) => {
  let { segments, operations } = store.transcript();
  let sent = operationsToSend(operations, segments);
  return () => {
    const now = store.transcript();
    if (now.operations !== operations || now.segments !== segments) {
      ({ segments, operations } = now);
      sent = operationsToSend(operations, segments);
    }
    return sent;
  };
};
