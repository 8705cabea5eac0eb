/** The states of an item, written by hand from the specification and independent of the code under test. */

export const statuses = [
  'draft',
  'queued',
  'processing',
  'ready',
  'publishing',
  'published',
  'unpublishing',
  'unpublished',
  'actionRequired',
  'error',
] as const;
export type Status = (typeof statuses)[number];

/**
 * The outcome of an event: the next status and the jobs that are enqueued with it, or a rejection, which changes
 * nothing.
 */
export type Outcome = { next: Status; jobs: string[] } | 'refused';
type Table<Event extends string> = Record<Status, Record<Event, Outcome>>;

/**
 * Parses a table with a line per status and a column per event. A cell contains the next status and the jobs; `422`
 * and `–` are rejections.
 * @throws Error unless every status has one line and every line all columns
 */
const tableOf = <const Event extends string>(events: readonly Event[], text: string): Table<Event> => {
  const lines = text.trim().split('\n');
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const [head, ...body] = rows;
  if (
    head?.join() !== ['status', ...events].join() ||
    body.map(([status]) => status).join() !== statuses.join()
  )
    throw new Error('the table lacks a status or an event');
  const outcomeOf = (cell = ''): Outcome => {
    if (cell === '422' || cell === '–') return 'refused';
    const [next, ...jobs] = cell.split(' ');
    if (!statuses.includes(next as Status)) throw new Error(`${cell} names no status`);
    return { next: next as Status, jobs };
  };
  return Object.fromEntries(
    body.map(([status, ...cells]) => [
      status,
      Object.fromEntries(events.map((event, i) => [event, outcomeOf(cells[i])])),
    ]),
  ) as Table<Event>;
};

/**
 * Requests that change the status of an item with everything it needs: a transcript or media, and an indexed media
 * asset.
 */
export const requestTable = tableOf(
  ['process', 'publish', 'unpublish'],
  `
status         | process               | publish                | unpublish
draft          | queued processItem    | 422                    | 422
queued         | 422                   | 422                    | 422
processing     | 422                   | 422                    | 422
ready          | queued processItem    | publishing publishItem | 422
publishing     | 422                   | 422                    | 422
published      | published processItem | 422                    | unpublishing unpublishItem
unpublishing   | 422                   | 422                    | 422
unpublished    | queued processItem    | publishing publishItem | 422
actionRequired | queued processItem    | 422                    | 422
error          | queued processItem    | 422                    | 422
`,
);
export type Request = 'process' | 'publish' | 'unpublish';

/** Changes of other fields that may change the status too. The item has been indexed. */
export const changeTable = tableOf(
  ['put transcript', 'patch title', 'delete', 'restore', 'delete and restore'],
  `
status         | put transcript           | patch title              | delete                 | restore | delete and restore
draft          | queued processItem       | draft refreshItem        | draft removeItem       | 422     | draft refreshItem
queued         | queued processItem       | queued refreshItem       | queued removeItem      | 422     | queued processItem
processing     | processing processItem   | processing refreshItem   | processing removeItem  | 422     | queued processItem
ready          | queued processItem       | ready refreshItem        | ready removeItem       | 422     | ready refreshItem
publishing     | publishing processItem   | publishing refreshItem   | unpublished removeItem | 422     | unpublished refreshItem
published      | published processItem    | published refreshItem    | unpublished removeItem | 422     | unpublished refreshItem
unpublishing   | unpublishing processItem | unpublishing refreshItem | unpublished removeItem | 422     | unpublished refreshItem
unpublished    | queued processItem       | unpublished refreshItem  | unpublished removeItem | 422     | unpublished refreshItem
actionRequired | queued processItem       | actionRequired refreshItem | actionRequired removeItem | 422 | actionRequired refreshItem
error          | queued processItem       | error refreshItem        | error removeItem       | 422     | error refreshItem
`,
);

export type Change = keyof (typeof changeTable)[Status];

/** Steps of the wizard that depend on the status: into `processing` from `media`, into `finalize` from `processing`. */
export const wizardTable = tableOf(
  ['to processing', 'to finalize'],
  `
status         | to processing                     | to finalize
draft          | queued processItem refreshItem    | 422
queued         | queued refreshItem                | 422
processing     | processing refreshItem            | 422
ready          | queued processItem refreshItem    | ready refreshItem
publishing     | 422                               | publishing refreshItem
published      | published processItem refreshItem | published refreshItem
unpublishing   | 422                               | unpublishing refreshItem
unpublished    | queued processItem refreshItem    | unpublished refreshItem
actionRequired | queued processItem refreshItem    | 422
error          | queued processItem refreshItem    | 422
`,
);

/** The worker's reports. A report that the state does not wait for changes nothing. */
export const reportTable = tableOf(
  ['start', 'finish', 'needAction', 'fail', 'publishDone', 'unpublishDone'],
  `
status         | start      | finish | needAction     | fail  | publishDone | unpublishDone
draft          | –          | –      | actionRequired | –     | –           | –
queued         | processing | ready  | actionRequired | error | –           | –
processing     | processing | ready  | actionRequired | error | –           | –
ready          | –          | –      | –              | –     | –           | –
publishing     | –          | –      | –              | error | published   | –
published      | –          | –      | –              | –     | –           | –
unpublishing   | –          | –      | –              | error | –           | unpublished
unpublished    | –          | –      | –              | –     | –           | –
actionRequired | –          | –      | –              | –     | –           | –
error          | –          | –      | –              | –     | –           | –
`,
);
export type Report = 'start' | 'finish' | 'needAction' | 'fail' | 'publishDone' | 'unpublishDone';

/** The webhook event of the change; other events send none. */
export const webhookEvents: Partial<Record<string, string>> = {
  'patch title': 'item.updated',
  'to processing': 'item.updated',
  'to finalize': 'item.updated',
  delete: 'item.deleted',
  'delete and restore': 'item.updated',
  finish: 'item.ready',
  needAction: 'item.error',
  fail: 'item.error',
  publishDone: 'item.published',
  unpublishDone: 'item.unpublished',
};

/** Statuses in which the public host shows the item. */
export const publicStatuses: readonly Status[] = ['published'];

/** The status after a request or report; undefined if it is rejected. */
export const nextStatus = (status: Status, event: Request | Report): Status | undefined => {
  const row: Record<string, Outcome> = { ...requestTable[status], ...reportTable[status] };
  const outcome = row[event];
  return outcome === undefined || outcome === 'refused' ? undefined : outcome.next;
};
