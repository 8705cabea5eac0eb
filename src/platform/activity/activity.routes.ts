/** `GET /events`: who is there and what has changed, for open pages. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../http/endpoint/endpoint.js';
import type { EventStreams } from '../http/server/event-streams.js';
import type { Log } from '../lib/log.js';
import type { ActivityWatch } from './watch-activity.js';

const MAX_ID = 2 ** 53 - 1;
const change = {
  operation: 'updateItem',
  recordType: 'item',
  recordId: 42,
  author: { type: 'person', id: 7, name: 'Miriam Keller' },
  date: '2026-03-01T12:00:00.000Z',
};
const people = { people: [{ id: 7, name: 'Miriam Keller', itemId: 42 }] };

/** The event id in a `Last-Event-ID` header; null if it is not one of ours. */
const eventIdOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;

export const activityRoutes = (watch: ActivityWatch, streams: EventStreams, log: Log): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/events',
    operationId: 'watchActivity',
    summary: 'Watch who is there and what changes',
    description:
      'Server-sent events for an open page, one stream per tab. `people` comes at once and when it changes: the people who have the item open, or everybody in the account without `itemId`. `change` names a record of the content that was changed through the API, by whom and when, without its values; records named in it should be read again. With `Last-Event-ID`, the changes since that event come first; after more than 500, `reset` comes instead. `ready` comes first and has the id to resume from. A comment every 15 s keeps the connection open. Callers with a token see people without being seen. 429 when too many streams are open. On the console’s host, the stream ends within five seconds of the session or the membership.',
    tag: 'Activity',
    scope: 'content:read',
    query: z.strictObject({ itemId: z.coerce.number().int().min(1).max(MAX_ID).optional() }),
    response: 'text/event-stream',
    example: {
      query: { itemId: 42 },
      response: `id: 318\nevent: ready\ndata: {}\n\nevent: people\ndata: ${JSON.stringify(people)}\n\nid: 319\nevent: change\ndata: ${JSON.stringify(change)}\n\n`,
    },
    handle: ({ caller: { accountId, person }, query: { itemId = null }, request: { ip, message } }) => {
      const visitor = {
        accountId,
        personId: person?.id,
        itemId,
        lastEventId: eventIdOf(message.headers['last-event-id']),
      };
      return Promise.resolve(
        streams.open({ accountId, ip, personId: person?.id }, (stream) => {
          watch.watch(stream, visitor).catch((err: unknown) => {
            log.warn({ err }, 'could not start a stream of events');
            stream.end();
          });
        }),
      );
    },
  }),
];
