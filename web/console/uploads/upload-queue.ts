/**
 * The uploads of a tab: two at a time, each retried until it succeeds or is refused. It is no part of a screen, so that
 * uploads go on while the person works on another one.
 */
import { en } from '../../../strings/console/en.js';
import { LecternError } from '../../../client/index.js';
import { isTemporary, waitBeforeRetry } from './retries.js';
import type { SendContext } from './send-piece.js';
import { createSpeedMeter, type SpeedMeter } from './speed.js';

const AT_ONCE = 2;
/** Progress is shown at most this often. */
const NOTIFY_MS = 200;

export type UploadState = 'waiting' | 'sending' | 'paused' | 'failed' | 'sent';

/** One step of an upload, such as a file. It is called again after a failure, and continues by itself. */
export interface UploadStep {
  bytes: number;
  /** @returns notes for the person */
  send(context: SendContext): Promise<readonly string[]>;
}

export interface NewUpload {
  itemId: number;
  title: string;
  /** Media assets whose files it sends. */
  mediaAssetIds: readonly number[];
  /** What the person should know, such as a speaker that was not created. */
  notes: readonly string[];
  steps: readonly UploadStep[];
}

/** The files of an item on their way, as screens show them. */
export interface Upload extends Omit<NewUpload, 'steps'> {
  id: number;
  state: UploadState;
  /** Why it failed, or is tried again. */
  message: string | null;
  sentBytes: number;
  totalBytes: number;
  bytesPerSec: number | null;
}

interface Entry {
  view: Upload;
  steps: readonly UploadStep[];
  /** Index of the step that is next. */
  next: number;
  speed: SpeedMeter;
  control: AbortController;
}

export interface UploadQueue {
  subscribe(listener: () => void): () => void;
  uploads(): readonly Upload[];
  add(upload: NewUpload): void;
  pause(id: number): void;
  /** After a pause or a failure. */
  resume(id: number): void;
}

/** Whether leaving the page would stop it. */
const isOnItsWay = ({ state }: Upload): boolean => ['waiting', 'sending', 'paused'].includes(state);

const messageOf = (error: unknown): string =>
  error instanceof LecternError || (error instanceof Error && error.name === 'UnreadableFileError')
    ? error.message
    : en.failed;

const sum = (steps: readonly UploadStep[]): number => steps.reduce((total, { bytes }) => total + bytes, 0);

export const createUploadQueue = (): UploadQueue => {
  const entries: Entry[] = [];
  const listeners = new Set<() => void>();
  let views: readonly Upload[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const notify = (): void => {
    clearTimeout(timer);
    timer = undefined;
    views = entries.map(({ view }) => view);
    for (const listener of listeners) listener();
  };
  const set = (entry: Entry, changes: Partial<Upload>): void => {
    entry.view = { ...entry.view, ...changes };
    if (changes.state !== undefined || changes.message !== undefined) notify();
    else timer ??= setTimeout(notify, NOTIFY_MS);
  };
  const report = (entry: Entry, sentBytes: number): void => {
    entry.speed.add(sentBytes);
    set(entry, { sentBytes, bytesPerSec: entry.speed.perSecond() });
  };

  const run = async (entry: Entry): Promise<void> => {
    const { signal } = entry.control;
    let failures = 0;
    let furthest = 0;
    for (let step = entry.steps[entry.next]; step; step = entry.steps[entry.next]) {
      const before = sum(entry.steps.slice(0, entry.next));
      const progress = (bytes: number): void => {
        // An attempt that gets further than the ones before starts the waiting times anew.
        if (before + bytes > furthest && entry.view.message !== null) set(entry, { message: null });
        if (before + bytes > furthest) failures = 0;
        furthest = Math.max(furthest, before + bytes);
        report(entry, before + bytes);
      };
      try {
        const notes = await step.send({ progress, signal });
        // After a pause, another run may have taken over.
        if (signal.aborted) return;
        if (notes.length > 0) set(entry, { notes: [...entry.view.notes, ...notes] });
        entry.next += 1;
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (!isTemporary(error)) return set(entry, { state: 'failed', message: messageOf(error) });
        entry.speed.reset();
        set(entry, { message: en.uploads.interrupted, bytesPerSec: null });
        await waitBeforeRetry(failures++, signal);
      }
      if (signal.aborted) return;
    }
    set(entry, { state: 'sent', message: null, sentBytes: entry.view.totalBytes, bytesPerSec: null });
  };

  const pump = (): void => {
    for (const entry of entries) {
      if (entries.filter(({ view }) => view.state === 'sending').length >= AT_ONCE) return;
      if (entry.view.state !== 'waiting') continue;
      entry.control = new AbortController();
      entry.speed.reset();
      set(entry, { state: 'sending', message: null });
      void run(entry).finally(pump);
    }
  };

  window.addEventListener('beforeunload', (event) => {
    if (entries.some(({ view }) => isOnItsWay(view))) event.preventDefault();
  });

  const find = (id: number): Entry | undefined => entries.find(({ view }) => view.id === id);
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    uploads: () => views,
    add: ({ steps, ...upload }) => {
      const view: Upload = {
        ...upload,
        id: entries.length + 1,
        state: steps.length > 0 ? 'waiting' : 'sent',
        message: null,
        sentBytes: 0,
        totalBytes: sum(steps),
        bytesPerSec: null,
      };
      entries.push({ view, steps, next: 0, speed: createSpeedMeter(), control: new AbortController() });
      notify();
      pump();
    },
    pause: (id) => {
      const entry = find(id);
      if (!entry || !['waiting', 'sending'].includes(entry.view.state)) return;
      set(entry, { state: 'paused', message: null, bytesPerSec: null });
      entry.control.abort();
      pump();
    },
    resume: (id) => {
      const entry = find(id);
      if (!entry || !['paused', 'failed'].includes(entry.view.state)) return;
      set(entry, { state: 'waiting', message: null });
      pump();
    },
  };
};
