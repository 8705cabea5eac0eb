/** The transcript endpoints. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId, queryInteger } from '../../platform/http/record-query.js';
import { itemExample } from '../records/item.record.js';
import { SIGNATURE_EXAMPLE } from '../../platform/storage/file.routes.js';
import { item } from '../items/item.schema.js';
import { languageTag } from '../../platform/lib/fields.js';
import { readableFormats, transcriptFormats, transcriptTypes } from './formats/readers.js';
import { newTranscript, rawTranscript, transcript, TRANSCRIPT_LIMIT_BYTES } from './transcript.schema.js';
import {
  fileExports,
  podcastTranscript,
  podcastTranscriptExample,
  withCharset,
} from './transcript-exports.js';
import type { TranscriptService } from './transcript.service.js';

const params = z.object({ itemId: pathId });
export const transcriptQuery = z.strictObject({
  mediaAssetId: queryInteger(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Of this media asset; without it, of the one that the item is known by.' }),
});
const putQuery = z.strictObject({
  mediaAssetId: transcriptQuery.shape.mediaAssetId.meta({
    description: 'The media asset of the item that is transcribed. JSON in our own form may name it instead.',
  }),
  language: languageTag.optional().meta({ description: 'BCP 47; takes precedence over what the file says.' }),
  format: z
    .enum(transcriptFormats as [string, ...string[]])
    .optional()
    .meta({ description: 'The format of the body, whatever its content type says.' }),
});
const tag = 'Transcripts';
const needsTimesText = '409 when the transcript has no times: `.txt` always works.';
const sameSegmentsText = 'Put again, the file gives the same segments; headings become plain ones.';
const segments = [
  { text: 'The Lord is my shepherd.', startMs: 0, endMs: 2_400 },
  { text: 'I shall not want.', startMs: 2_400, endMs: 4_100 },
];

export const transcriptRoutes = (transcripts: TranscriptService): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: '/items/{itemId}/transcript',
    name: 'putTranscript',
    summary: 'Put a transcript',
    description:
      'Replaces the transcript of the media asset, or of the whole item if none is named, and queues processing; a published item stays published. Order, overlaps and missing times are repaired. ' +
      `Takes ${readableFormats}. ` +
      'The content type tells which, or `format`; with `text/plain`, `application/octet-stream` or none, with JSON and with XML the content does. ' +
      'PDFs, images, archives and recordings are refused whatever their content type, and so are XML with a document type or entities, and more than 8 MiB of text: the transcript that is there stays. ' +
      'Plain text carries no times: they are estimated from the duration of the media; where that is not known, they are null. ' +
      'Without a `mediaAssetId` the transcript gets a media asset of its own (contentType `text`). ' +
      'Of several transcripts the item is known by that whose variant type comes first by `displayOrder` among the indexable ones. ' +
      'One whose variant type is not indexable is stored and served, but not searched.',
    tag,
    scope: 'content:write',
    params,
    query: putQuery,
    body: {
      raw: transcriptTypes,
      maxBytes: TRANSCRIPT_LIMIT_BYTES,
      json: newTranscript,
      typeParameter: 'format',
      hint: `, or name its format in the query: format=${transcriptFormats.join('|')}. A recording is no transcript: upload it as media, with POST /items/{itemId}/media/create`,
    },
    response: z.object({ item }),
    example: {
      params: { itemId: 42 },
      body: { language: 'en', segments },
      response: { item: { ...itemExample, status: 'queued', publishedDate: null } },
    },
    handle: async ({ caller, params: { itemId }, query: { format, mediaAssetId, language }, body }) => ({
      item: await transcripts.put(caller, itemId, {
        bytes: body.bytes,
        hint: { format, type: body.contentType },
        mediaAssetId: mediaAssetId ?? null,
        language: language ?? null,
      }),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/transcript',
    name: 'getTranscript',
    summary: 'Get a transcript',
    description: 'The full text and its passages. 422 InvalidStateError until the item has been processed.',
    tag,
    scope: 'content:read',
    params,
    query: transcriptQuery,
    errors: [422],
    response: transcript,
    example: {
      params: { itemId: 42 },
      response: {
        itemId: 42,
        title: itemExample.title,
        transcript: 'The Lord is my shepherd. I shall not want.',
        chunks: [{ text: 'The Lord is my shepherd. I shall not want.', startMs: 0, endMs: 4_100 }],
      },
    },
    handle: ({ caller, params: { itemId }, query: { mediaAssetId } }) =>
      transcripts.get(caller.accountId, itemId, mediaAssetId),
  }),
  ...fileExports.map(({ format, needsTimes, contentType, name, label, example }) =>
    endpoint({
      method: 'GET',
      path: `/items/{itemId}/transcript.${format}`,
      name: `exportTranscript${name}`,
      summary: `Export a transcript as ${label}`,
      description: needsTimes
        ? `${needsTimesText} ${sameSegmentsText}`
        : 'Put again, the file gives the same words and speakers.',
      tag,
      scope: 'content:read',
      params,
      query: transcriptQuery,
      errors: needsTimes ? [409, 422] : [422],
      response: contentType,
      example: { params: { itemId: 42 }, response: example },
      handle: async ({ caller, params: { itemId }, query: { mediaAssetId } }) => ({
        contentType: withCharset(contentType),
        body: await transcripts.export(caller.accountId, itemId, format, mediaAssetId),
      }),
    }),
  ),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/transcript.json',
    name: 'exportTranscriptJson',
    summary: 'Export a transcript as JSON of the Podcast Namespace',
    description: `${needsTimesText} ${sameSegmentsText}`,
    tag,
    scope: 'content:read',
    params,
    query: transcriptQuery,
    errors: [409, 422],
    response: podcastTranscript,
    example: { params: { itemId: 42 }, response: podcastTranscriptExample },
    handle: ({ caller, params: { itemId }, query: { mediaAssetId } }) =>
      transcripts.export(caller.accountId, itemId, 'json', mediaAssetId),
  }),
  endpoint({
    ...link,
    path: '/accounts/{accountId}/transcripts/{itemId}/{key}',
    name: 'openTranscriptLink',
    summary: 'Open the transcript of a public item',
    params: z.object(linkParams),
    example: { params: linkExample, response: linkResponse },
    handle: ({ account, params: { itemId, key } }) => transcripts.open(account.id, itemId, key),
  }),
  endpoint({
    ...link,
    path: '/accounts/{accountId}/transcripts/{itemId}/{key}/{signature}',
    name: 'openSignedTranscriptLink',
    summary: 'Open a transcript link until it expires',
    params: z.object({ ...linkParams, signature: z.string().max(255) }),
    example: { params: { ...linkExample, signature: SIGNATURE_EXAMPLE }, response: linkResponse },
    handle: ({ account, params: { itemId, key, signature } }) =>
      transcripts.open(account.id, itemId, key, signature),
  }),
];

const linkParams = { accountId: pathId, itemId: pathId, key: z.string().max(255) };
const linkExample = { accountId: 1, itemId: 42, key: 'b3RoZXJzIGNhbm5vdCBndWVzcyB0aGlzIGtleQ' };
const linkResponse = {
  itemId: 42,
  mediaAssetId: 7,
  language: 'en',
  segments: segments.map((segment) => ({
    ...segment,
    speaker: null,
    heading: false,
    kind: null,
    level: null,
  })),
};
const link = {
  method: 'GET',
  description: "What an item's `transcriptUrl` points at. It needs no token: nobody can guess the key.",
  tag,
  scope: 'link',
  response: rawTranscript,
} as const;
