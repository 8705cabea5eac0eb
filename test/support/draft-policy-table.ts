/** What `content:draft` may do in each state of an item, written by hand and independent of the code under test. */
import type { NewRow } from '../../src/platform/db/tables.js';

/** The columns that put an item into the state. */
export const states = {
  draft: { status: 'draft' },
  ready: { status: 'ready' },
  unpublished: { status: 'unpublished' },
  error: { status: 'error' },
  autoPublish: { status: 'draft', autoPublish: 1 },
  'autoPublish, queued': { status: 'queued', autoPublish: 1 },
  scheduled: { status: 'ready', publishAt: '2099-01-01T00:00:00.000Z' },
  publishing: { status: 'publishing' },
  published: { status: 'published', publishedDate: '2026-03-01T12:00:00.000Z' },
  unpublishing: { status: 'unpublishing' },
  deleted: { status: 'draft', deletedDate: '2026-03-01T12:00:00.000Z' },
  'deleted, scheduled': {
    status: 'ready',
    publishAt: '2099-01-01T00:00:00.000Z',
    deletedDate: '2026-03-01T12:00:00.000Z',
  },
  'deleted, ending': {
    status: 'ready',
    unpublishAt: '2099-01-01T00:00:00.000Z',
    deletedDate: '2026-03-01T12:00:00.000Z',
  },
  'deleted, autoPublish': { status: 'draft', autoPublish: 1, deletedDate: '2026-03-01T12:00:00.000Z' },
} as const satisfies Record<string, Partial<NewRow<'item'>>>;
export type State = keyof typeof states;

/**
 * Kinds of changes: of what is shown, of what may have the item processed, of when it is published, of whether it
 * is, and to the records that items share. `restore` is of a deleted item.
 */
export type Kind = 'content' | 'processing' | 'schedule' | 'publishing' | 'restore';

/** `yes`: as with `content:write`; `no`: 403. A deleted item is not found, except to restore it. */
const table = `
state               | content | processing | schedule | publishing | restore
draft               | yes     | yes        | no       | no         | yes
ready               | yes     | yes        | no       | no         | yes
unpublished         | yes     | yes        | no       | no         | yes
error               | yes     | yes        | no       | no         | yes
autoPublish         | yes     | no         | no       | no         | yes
autoPublish, queued | no      | no         | no       | no         | yes
scheduled           | no      | no         | no       | no         | yes
publishing          | no      | no         | no       | no         | yes
published           | no      | no         | no       | no         | yes
unpublishing        | no      | no         | no       | no         | yes
deleted             | yes     | yes        | yes      | no         | yes
deleted, scheduled  | yes     | yes        | yes      | no         | no
deleted, ending     | yes     | yes        | yes      | no         | no
deleted, autoPublish | yes    | yes        | yes      | no         | no
`;

const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const [head = [], ...body] = rows;

/** Whether a contributor gets the same answer as an editor. */
export const isAllowed = (state: State, kind: Kind): boolean => {
  const cell = body.find(([name]) => name === state)?.[head.indexOf(kind)];
  if (cell !== 'yes' && cell !== 'no') throw new Error(`the table lacks ${kind} in ${state}`);
  return cell === 'yes';
};
