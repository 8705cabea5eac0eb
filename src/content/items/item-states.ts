/** The states of an item: one table for the service, the tests and the documentation. */
import type { ItemStatus } from './item.record.js';

/** What changes an item's state: requests (process, publish, unpublish) and events reported by the worker. */
export type ItemEvent =
  | 'process'
  | 'start'
  | 'finish'
  | 'needAction'
  | 'fail'
  | 'publish'
  | 'publishDone'
  | 'unpublish'
  | 'unpublishDone'
  | 'undoPublish'
  | 'undoRepublish'
  | 'undoUnpublish';

/** `from` → `to` by event. A published item that is processed again stays published. */
export const transitions: Record<ItemEvent, Partial<Record<ItemStatus, ItemStatus>>> = {
  process: {
    draft: 'queued',
    ready: 'queued',
    unpublished: 'queued',
    actionRequired: 'queued',
    error: 'queued',
    published: 'published',
  },
  start: { queued: 'processing', processing: 'processing' },
  finish: { queued: 'ready', processing: 'ready' },
  // For a draft, when its file does not match its declared type.
  needAction: { draft: 'actionRequired', queued: 'actionRequired', processing: 'actionRequired' },
  fail: { queued: 'error', processing: 'error', publishing: 'error', unpublishing: 'error' },
  publish: { ready: 'publishing', unpublished: 'publishing' },
  publishDone: { publishing: 'published' },
  unpublish: { published: 'unpublishing' },
  unpublishDone: { unpublishing: 'unpublished' },
  // Undoing a bulk job leaves an item in its former status: of one published for the first time, or once more.
  undoPublish: { publishing: 'ready', published: 'ready' },
  undoRepublish: { publishing: 'unpublished', published: 'unpublished' },
  undoUnpublish: { unpublishing: 'publishing', unpublished: 'publishing' },
};

/** The status after the event, or undefined if the current status forbids it. */
export const nextStatus = (status: ItemStatus, event: ItemEvent): ItemStatus | undefined =>
  transitions[event][status];

/** Statuses in which the event is allowed. */
export const allowedIn = (event: ItemEvent): ItemStatus[] => Object.keys(transitions[event]) as ItemStatus[];

/** Statuses of an item that was published or unpublished, or is about to be. */
export const statusesReachedBy = (request: 'publish' | 'unpublish'): ReadonlySet<string> =>
  new Set([...Object.values(transitions[request]), ...Object.values(transitions[`${request}Done`])]);

/** Statuses in which the media of an item's transcript must not be deleted. */
export const needsMedia: ReadonlySet<string> = new Set<ItemStatus>([
  'queued',
  'processing',
  'publishing',
  'published',
]);
