/**
 * Saves the draft while it is typed: the browser keeps a copy within half a second, the server has it a second after the
 * first change. One request is under way at a time, so that a slow connection never sends an older draft after a newer.
 */
import type { LocalCopies } from '../parts/local-copies.js';
import type { DraftApi } from './draft-api.js';
import { digestOf } from './operations.js';
import type { Operation } from './segments.js';

export interface LocalCopy {
  /** ETag of the version that the operations apply to. */
  base: string;
  operations: readonly Operation[];
  /** ETag of the draft that they continue; null if there was none. */
  draftTag: string | null;
  /** The operations of a draft that was on its way to the server, as `digestOf` has them. */
  sending: string | null;
  /** When it was written, in ms. */
  time: number;
}

export type DraftState =
  | { is: 'saved' | 'saving' }
  | { is: 'notSaved'; error: unknown }
  /** The person has changed the draft in another window. */
  | { is: 'elsewhere' };

export interface DraftSaver {
  /** Call it after each change. */
  changed(): void;
  /** Keeps a copy in the browser now. */
  keep(): void;
  hasUnsaved(): boolean;
  /** Saves now. @throws what the request failed with */
  flush(): Promise<void>;
  /** Nothing is sent until it goes on with this version of the transcript. */
  pause(): void;
  resume(rebased?: { base: string }): void;
  /** Replaces the draft of the other window. */
  overwrite(): void;
  /** Neither the server nor the browser gets anything more. */
  forget(): void;
  stop(): void;
}

interface Options {
  drafts: DraftApi;
  local: LocalCopies<LocalCopy>;
  base: string;
  draftTag: string | null;
  operations(): readonly Operation[];
  show(state: DraftState): void;
  isConflict(error: unknown): boolean;
}

const KEEP_MS = 400;
const SAVE_MS = 1_000;
const RETRY_MS = 5_000;
/** The same objects each time, so that showing them again renders nothing. */
const SAVING: DraftState = { is: 'saving' };
const SAVED: DraftState = { is: 'saved' };
const ELSEWHERE: DraftState = { is: 'elsewhere' };
/** Another try does not help. */
class ElsewhereError extends Error {}

export const createDraftSaver = (options: Options): DraftSaver => {
  const { drafts, local, show, isConflict } = options;
  let { base, draftTag } = options;
  let saved = options.operations();
  let isPaused = false;
  let isElsewhere = false;
  let isForgotten = false;
  /** Whether the copy in the browser is from here, not from another window. */
  let isKept = false;
  /** Whether the server has been asked for a draft that another window has begun. */
  let isChecked = draftTag !== null;
  /** What the server may have stored, though its response has not arrived. */
  let sending: string | null = null;
  let running: Promise<void> = Promise.resolve();
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;

  const hasUnsaved = (): boolean => options.operations() !== saved;
  const keep = (): void => {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    const keeps = !isForgotten && hasUnsaved();
    if (isKept && !keeps) local.remove();
    isKept = keeps;
    if (!keeps) return;
    local.write({ base, operations: options.operations(), draftTag, sending, time: Date.now() });
  };

  const send = async (operations: readonly Operation[]): Promise<void> => {
    if (!isChecked && (await drafts.read({ segments: false })) !== null) throw new ElsewhereError();
    isChecked = true;
    if (operations.length > 0) draftTag = await drafts.save(base, operations, draftTag);
    else if (draftTag !== null) {
      await drafts.discard(draftTag);
      draftTag = null;
    }
  };
  /** After a response that was lost, the draft looks like one of another window: its content tells. */
  const adopt = async (operations: readonly Operation[], former: string | null): Promise<void> => {
    const own = await drafts.read({ segments: false });
    // Somebody has applied it meanwhile, which does not conflict with what it has in addition now.
    if (!own) draftTag = await drafts.save(base, operations, null);
    else if (own.draft.base === base && digestOf(own.draft.operations) === former)
      draftTag = await drafts.save(base, operations, own.tag);
    else throw new ElsewhereError();
  };

  const save = async (): Promise<void> => {
    if (isPaused || isForgotten || !hasUnsaved()) return;
    const operations = options.operations();
    const former = sending;
    sending = digestOf(operations);
    show(SAVING);
    keep();
    try {
      await send(operations).catch((error: unknown) => {
        if (isConflict(error)) return adopt(operations, former);
        throw error;
      });
      saved = operations;
      sending = null;
      show(hasUnsaved() ? SAVING : SAVED);
    } catch (error) {
      isElsewhere = error instanceof ElsewhereError;
      show(isElsewhere ? ELSEWHERE : { is: 'notSaved', error });
      throw error;
    } finally {
      keep();
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(saveTimer);
    saveTimer = undefined;
    running = running.catch(() => undefined).then(save);
    return running;
  };
  const schedule = (ms: number): void => {
    if (isPaused || isElsewhere) return;
    saveTimer ??= setTimeout(() => {
      flush().then(
        () => hasUnsaved() && schedule(SAVE_MS),
        () => schedule(RETRY_MS),
      );
    }, ms);
  };

  return {
    hasUnsaved,
    keep,
    flush,
    changed: () => {
      if (!hasUnsaved()) return;
      if (!isElsewhere) show(SAVING);
      keepTimer ??= setTimeout(keep, KEEP_MS);
      schedule(SAVE_MS);
    },
    pause: () => {
      isPaused = true;
    },
    resume: (rebased) => {
      isPaused = false;
      if (rebased) {
        ({ base } = rebased);
        draftTag = null;
        isChecked = true;
        // Nothing of the new version is changed yet; what was typed meanwhile is still to be saved.
        saved = options.operations().length === 0 ? options.operations() : [];
        keep();
      }
      if (hasUnsaved()) schedule(SAVE_MS);
    },
    overwrite: () => {
      draftTag = null;
      isChecked = true;
      isElsewhere = false;
      flush().catch(() => schedule(RETRY_MS));
    },
    forget: () => {
      isForgotten = true;
      keep();
    },
    stop: () => {
      clearTimeout(keepTimer);
      clearTimeout(saveTimer);
    },
  };
};
