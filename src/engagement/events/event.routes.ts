/** Endpoints that accept events: from servers with an API token, and from browsers. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import {
  batchResponse,
  batchOf,
  MAX_BATCH,
  MAX_BATCH_BYTES,
  pageViewBody,
  playbackBody,
  privateEvent,
  publicEvent,
} from './event.schema.js';
import type { EventService } from './event.service.js';
import { clientInfoOf } from './client-info.js';

const tag = 'Events';
const DURABLE = 'Responds once the event is durable. With an `eventId` it can be sent again safely.';
const BATCH =
  `Up to ${MAX_BATCH} events. An invalid event does not affect the others: \`ids\` has one entry per event, null for rejected events, and \`errors\` has the ` +
  'reasons. After 20 invalid events, the rest are rejected without parsing.';

const eventId = 'c5b1f2de-6a57-4d0c-9a0a-5b7d4f4c7d11';
const playbackExample = {
  eventId,
  itemId: 12,
  mediaAssetId: 7,
  mediaAssetType: 'Full video',
  playbackSessionId: 'tab-8f2c1e',
  eventType: 'progress',
  origin: 'embed',
  currentPlaybackPositionSeconds: 512.5,
  totalPlaybackSeconds: 498,
  itemDurationSeconds: 2_400,
  playbackRate: 1,
  isEmbedded: true,
} as const;
const pageExample = { url: 'https://www.example.org/sermons/the-dark-valley', itemId: 12 } as const;
const clickExample = {
  type: 'searchClick',
  searchId: '0b6f2c0e-6f0e-4a53-9d0c-0d2f1c1c6a11',
  itemId: 12,
  rank: 1,
  startMs: 512_000,
} as const;
const batchExample = {
  events: [
    { type: 'mediaPlaybackEvent', ...playbackExample },
    { type: 'pageView', ...pageExample },
    clickExample,
  ],
};
const responseExample = {
  ids: [eventId, '5f0c8a34-61a7-4b62-93a1-0c8f9d4b1e02', null],
  errors: [{ index: 2, path: 'itemId', message: 'does not exist' }],
};

export const eventRoutes = (events: EventService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/logging/media-playback-events',
    operationId: 'logMediaPlaybackEvent',
    summary: 'Log a playback event',
    description: DURABLE,
    tag,
    scope: 'logging:write',
    body: playbackBody,
    response: z.object({ mediaPlaybackEventId: z.string() }),
    example: { body: playbackExample, response: { mediaPlaybackEventId: eventId } },
    handle: async ({ account, body }) => ({
      mediaPlaybackEventId: await events.record(account, { type: 'mediaPlaybackEvent', ...body }),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/logging/page-views',
    operationId: 'logPageView',
    summary: 'Log a page view',
    description: DURABLE,
    tag,
    scope: 'logging:write',
    body: pageViewBody,
    response: z.object({ pageViewId: z.string() }),
    example: { body: pageExample, response: { pageViewId: eventId } },
    handle: async ({ account, body }) => ({
      pageViewId: await events.record(account, { type: 'pageView', ...body }),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/logging/batch',
    operationId: 'logBatch',
    summary: 'Log a batch of events',
    description: BATCH,
    tag,
    scope: 'logging:write',
    body: batchOf(privateEvent),
    maxJsonBytes: MAX_BATCH_BYTES,
    response: batchResponse,
    example: { body: batchExample, response: responseExample },
    handle: ({ account, body }) => events.recordBatch(account, body.events),
  }),
];

export const publicEventRoutes = (events: EventService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/events',
    operationId: 'sendEvents',
    summary: 'Send events from a browser',
    description:
      `${BATCH} If no event is accepted, the response is 422 with the reasons. The account’s own sites (settings \`publicSiteUrl\` and ` +
      '`publicSites`) and the pages of this host are recognised by their origin, with or without `www.`; other sites need an `embedToken` that is valid for ' +
      'their origin. Items that are not public are treated as missing. Events of known robots are accepted but not counted. Requests ' +
      'and events are rate limited by IP address.',
    guide: pageGuide,
    acceptsTextPlain: true,
    tag,
    scope: 'public',
    rateLimit: 'eventCalls',
    bodyLimit: { name: 'events', pointsOf: (body) => body.events.length },
    body: batchOf(publicEvent),
    maxJsonBytes: MAX_BATCH_BYTES,
    response: batchResponse,
    example: { body: batchExample, response: responseExample },
    handle: ({ account, body, request }) =>
      events.recordFromBrowser(account, body.events, clientInfoOf(request), request.baseUrl),
  }),
];

/** HTML with placeholders for the ids of the item and its media asset. */
const pageSnippet = `<audio id="player" controls src="https://media.example.org/the-dark-valley.mp3"></audio>
<script>
  const api = 'https://demo.search.example.org/api';
  const item = { itemId: 12, mediaAssetId: 7 };
  const send = (event) => navigator.sendBeacon(api + '/events', JSON.stringify({ events: [event] }));

  send({ type: 'pageView', url: location.href, referrer: document.referrer, itemId: item.itemId });

  const player = document.getElementById('player');
  const playbackSessionId = Date.now() + '-' + Math.random();
  let played = 0;
  let since = null;
  let wished = null;
  let startupMs = null;
  let stallCount = 0;
  let stalledMs = 0;
  let stalledSince = null;
  const report = (eventType) => {
    const now = Date.now();
    if (eventType === 'play' && wished === null) wished = now;
    if (since !== null) played += now - since;
    since = player.paused || player.ended ? null : now;
    send({
      type: 'mediaPlaybackEvent',
      ...item,
      playbackSessionId,
      eventType,
      currentPlaybackPositionSeconds: player.currentTime,
      totalPlaybackSeconds: played / 1000,
      playbackRate: player.playbackRate,
      startupMs,
      stallCount,
      stalledMs,
    });
  };
  const kinds = { play: 'play', pause: 'pause', seeked: 'seek', ended: 'end', error: 'error' };
  for (const name in kinds) player.addEventListener(name, () => report(kinds[name]));
  player.addEventListener('waiting', () => {
    if (startupMs === null || player.seeking || stalledSince !== null) return;
    stallCount += 1;
    stalledSince = Date.now();
  });
  player.addEventListener('playing', () => {
    if (startupMs === null && wished !== null) startupMs = Date.now() - wished;
    if (stalledSince !== null) stalledMs += Date.now() - stalledSince;
    stalledSince = null;
  });
  setInterval(() => { if (!player.paused) report('progress'); }, 15000);
</script>`;

/** Example code for sending events from a page, shown in the API reference. */
const pageGuide = `On a page of the account’s own site, with the ids of the item and its media asset:

\`\`\`html
${pageSnippet}
\`\`\`

\`navigator.sendBeacon\` sends text as \`text/plain\`, which is taken as JSON here and needs no preflight request. On other sites
add an \`embedToken\` to each event; where a search led to the item, its \`searchId\`.`;
