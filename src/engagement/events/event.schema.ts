/** Schemas of events: single ones, and batches of several types. */
import { z } from 'zod';
import { EVENT_ORIGINS, PLAYBACK_KINDS } from '../../../analytics/index.js';
import { httpUrl, id, isDateTime, MAX_TIME_LENGTH, text } from '../../platform/lib/fields.js';

export const MAX_BATCH = 1_000;
/** Of a batch: 1 KiB per event, which have half as much. */
export const MAX_BATCH_BYTES = MAX_BATCH * 1024;
/** 115 days, longer than any recording. */
const MAX_SECONDS = 10_000_000;
const MAX_PLAYBACK_RATE = 64;

const MAX_STALLS = 1_000_000;
/** 49 days, the maximum that the column can store. */
const MAX_MILLISECONDS = 2 ** 32 - 1;

const milliseconds = z.number().min(0).max(MAX_MILLISECONDS);
const seconds = z.number().min(0).max(MAX_SECONDS);
/** Longest text that is ignored where an id is expected. */
const MAX_IGNORED = 10_000;
const uuid = z.uuid().toLowerCase();
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const searchId = z
  .string()
  .max(MAX_IGNORED)
  .nullish()
  .transform((text) => (text && UUID.test(text) ? text.toLowerCase() : null))
  .meta({ description: 'The `searchId` of the search that led here. Text that is not a UUID is ignored.' });
const origin = z.enum(EVENT_ORIGINS);
const ORIGIN_TEXT = 'Where the player or page runs. Events with `console` are not included in reports.';

const common = {
  eventId: uuid
    .nullish()
    .meta({ description: 'Makes retries safe: events with the same id are counted once.' }),
  occurredAt: z
    .string()
    .max(MAX_TIME_LENGTH)
    .refine(isDateTime, 'must be an ISO 8601 time with its zone, on a day that exists')
    .nullish()
    .meta({ description: 'When it happened, at most 7 days ago. Defaults to the time of receipt.' }),
  embedToken: text(100)
    .nullish()
    .meta({ description: 'Embed token, if the site is not one of the account’s own.' }),
};

const playback = {
  itemId: id,
  mediaAssetId: id,
  mediaAssetType: text(255).nullish().meta({ description: 'Name of the variant type.' }),
  playbackSessionId: text(255).min(1).meta({ description: 'Chosen by the client; one per browser tab.' }),
  eventType: z.enum(PLAYBACK_KINDS),
  origin: origin
    .nullish()
    .meta({ description: `${ORIGIN_TEXT} Defaults to embed with an \`embedToken\`, otherwise to connect.` }),
  currentPlaybackPositionSeconds: seconds.nullish().meta({ description: 'Defaults to 0.' }),
  totalPlaybackSeconds: seconds.nullish().meta({ description: 'Seconds played since the session began.' }),
  itemDurationSeconds: seconds.nullish(),
  playbackRate: z.number().positive().max(MAX_PLAYBACK_RATE).nullish(),
  isEmbedded: z.boolean().nullish(),
  searchId,
  errorMessage: text(2_000).nullish(),
  startupMs: milliseconds
    .nullish()
    .meta({ description: 'Milliseconds from the request to play until playback started.' }),
  stallCount: z
    .int()
    .min(0)
    .max(MAX_STALLS)
    .nullish()
    .meta({ description: 'Number of stalls since the session began.' }),
  stalledMs: milliseconds.nullish().meta({ description: 'Milliseconds stalled since the session began.' }),
  ...common,
};

const page = {
  url: httpUrl.meta({
    description:
      'URL of the page. Of its query only `utm_source`, `utm_medium`, `utm_campaign`, `utm_content` and `utm_term` are stored, at most 100 letters of each; its fragment is not stored.',
  }),
  itemId: id.nullish(),
  seriesId: id.nullish(),
  collectionId: id.nullish(),
  referrer: text(2_000).nullish().meta({ description: 'Referring page. Only its origin is stored.' }),
  origin: origin.nullish().meta({ description: ORIGIN_TEXT }),
  searchId,
  ...common,
};

const click = {
  searchId,
  itemId: id,
  rank: z.int().min(1).max(1_000_000).meta({ description: 'Position in the results; the first is 1.' }),
  startMs: z.int().min(0).nullish().meta({ description: 'Start of the selected passage.' }),
  origin: origin.nullish().meta({ description: ORIGIN_TEXT }),
  ...common,
};

/** Only for servers that send events on behalf of their visitors. */
const visitor = {
  visitorIp: z
    .union([z.ipv4(), z.ipv6()])
    .nullish()
    .meta({ description: 'Used to count visitors (hashed) and find the country; not stored.' }),
  userAgent: text(2_000)
    .nullish()
    .meta({ description: 'Used to count visitors (hashed) and detect device and browser; not stored.' }),
};

const type = <T extends string>(type: T) => z.literal(type);

export const playbackBody = z.strictObject({ ...playback, ...visitor }).meta({ id: 'NewMediaPlaybackEvent' });
export const pageViewBody = z.strictObject({ ...page, ...visitor }).meta({ id: 'NewPageView' });

/** An event of a batch, from a server. */
export const privateEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: type('mediaPlaybackEvent'), ...playback, ...visitor }),
  z.strictObject({ type: type('pageView'), ...page, ...visitor }),
  z.strictObject({ type: type('searchClick'), ...click, ...visitor }),
]);

/** An event of a batch, from a browser. */
export const publicEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: type('mediaPlaybackEvent'), ...playback }),
  z.strictObject({ type: type('pageView'), ...page }),
  z.strictObject({ type: type('searchClick'), ...click }),
]);

export type NewEvent = z.output<typeof privateEvent>;

/**
 * The schema of a batch. Each event is parsed separately, so that an invalid one does not reject the others; the
 * OpenAPI document shows the event schema.
 */
export const batchOf = (event: typeof privateEvent | typeof publicEvent) => {
  const items: Record<string, unknown> = z.toJSONSchema(event, { io: 'input', unrepresentable: 'any' });
  delete items.$schema;
  return z.strictObject({
    events: z
      .array(z.unknown())
      .max(MAX_BATCH)
      .meta({ override: { type: 'array', maxItems: MAX_BATCH, items } }),
  });
};

export const batchResponse = z
  .object({
    ids: z
      .array(z.string().nullable())
      .meta({ description: 'Ids of the events in the same order; null for rejected events.' }),
    errors: z
      .array(z.object({ index: z.int(), path: z.string(), message: z.string() }))
      .meta({ description: 'The first problem of each rejected event.' }),
  })
  .meta({ id: 'EventBatchResponse' });

export type BatchResponse = z.input<typeof batchResponse>;
