/** The transcript endpoints. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import { itemExample } from '../items/item.record.js';
import { SIGNATURE_EXAMPLE } from '../../platform/storage/file.routes.js';
import { item } from '../items/item.schema.js';
import { languageTag } from '../../platform/lib/fields.js';
import { readableFormats, transcriptFormats, transcriptTypes } from './formats/readers.js';
import {
  newTranscript,
  rawTranscript,
  segmentsQuery,
  transcript,
  TRANSCRIPT_LIMIT_BYTES,
  transcriptQuery,
  wordsQuery,
} from './transcript.schema.js';
import {
  fileExports,
  podcastTranscript,
  podcastTranscriptExample,
  withCharset,
} from './transcript-exports.js';
import type { TranscriptService } from './transcript.service.js';

const params = z.object({ itemId: pathId });
const putQuery = z.strictObject({
  mediaAssetId: transcriptQuery.shape.mediaAssetId.meta({
    description: 'Media asset of the transcript. Lectern’s own JSON format can contain it instead.',
  }),
  language: languageTag.optional().meta({ description: 'BCP 47; overrides the language in the file.' }),
  format: z
    .enum(transcriptFormats as [string, ...string[]])
    .optional()
    .meta({ description: 'Format of the body; overrides the content type.' }),
});
const tag = 'Transcripts';
const operationIdOfExport = {
  vtt: 'exportTranscriptVtt',
  srt: 'exportTranscriptSrt',
  ttml: 'exportTranscriptTtml',
  txt: 'exportTranscriptText',
};
const needsTimesText = '409 when the transcript has no times: `.txt` always works.';
const sameSegmentsText = 'Uploading the file again gives the same segments; headings become plain segments.';
const segments = [
  { text: 'The Lord is my shepherd.', startMs: 0, endMs: 2_400 },
  { text: 'I shall not want.', startMs: 2_400, endMs: 4_100 },
];

export const transcriptRoutes = (transcripts: TranscriptService): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: '/items/{itemId}/transcript',
    operationId: 'putTranscript',
    summary: 'Upload a transcript',
    description:
      'Replaces the transcript of the media asset, or of the item without `mediaAssetId`, and queues processing. A published item stays published. Order, ' +
      `overlaps and missing times are repaired. Formats: ${readableFormats}. The format comes from the content type or \`format\`; for \`text/plain\`, ` +
      '`application/octet-stream`, no content type, JSON and XML it is detected. PDFs, images, archives, recordings, XML with a document type or entities, ' +
      'and more than 8 MiB of text are refused; the current transcript is not changed. Plain text has no times: they are estimated from the duration of the ' +
      'media, or null if that is unknown. Segments that are the same as before keep their ids. Without `mediaAssetId`, the transcript gets its own media asset (contentType `text`). If an item has several ' +
      'transcripts, search uses the one whose variant type comes first by `displayOrder` among the indexable ones. The others are stored and served.',
    tag,
    scope: 'content:draft',
    params,
    query: putQuery,
    body: {
      raw: transcriptTypes,
      maxBytes: TRANSCRIPT_LIMIT_BYTES,
      json: newTranscript,
      typeParameter: 'format',
      hint: `, or add the query parameter format=${transcriptFormats.join('|')}. Upload recordings as media instead: POST /items/{itemId}/media/create`,
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
    operationId: 'getTranscript',
    summary: 'Get a transcript',
    description: 'The full text and its passages. 422 InvalidStateError if the item has not been processed.',
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
  ...fileExports.map(({ format, needsTimes, hasWords, contentType, label, example }) =>
    endpoint({
      method: 'GET',
      path: `/items/{itemId}/transcript.${format}`,
      operationId: operationIdOfExport[format],
      summary: `Export a transcript as ${label}`,
      description: needsTimes
        ? `${needsTimesText} ${sameSegmentsText}`
        : 'Uploading the file again gives the same words and speakers.',
      tag,
      scope: 'content:read',
      params,
      query: hasWords ? segmentsQuery : transcriptQuery,
      errors: needsTimes ? [409, 422] : [422],
      response: contentType,
      example: { params: { itemId: 42 }, response: example },
      handle: async ({ caller, params: { itemId }, query }) => ({
        contentType: withCharset(contentType),
        body: await transcripts.export(caller.accountId, itemId, format, query),
      }),
    }),
  ),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/transcript.json',
    operationId: 'exportTranscriptJson',
    summary: 'Export a transcript as JSON of the Podcast Namespace',
    description: `${needsTimesText} ${sameSegmentsText}`,
    tag,
    scope: 'content:read',
    params,
    query: transcriptQuery,
    errors: [409, 422],
    response: podcastTranscript,
    example: { params: { itemId: 42 }, response: podcastTranscriptExample },
    handle: ({ caller, params: { itemId }, query }) =>
      transcripts.export(caller.accountId, itemId, 'json', query),
  }),
  endpoint({
    ...link,
    path: '/accounts/{accountId}/transcripts/{itemId}/{key}',
    operationId: 'openTranscriptLink',
    summary: 'Open the transcript of a public item',
    params: z.object(linkParams),
    example: { params: linkExample, response: linkResponse },
    handle: ({ account, params: { itemId, key }, query: { words } }) =>
      transcripts.open(account.id, itemId, { key, words }),
  }),
  endpoint({
    ...link,
    path: '/accounts/{accountId}/transcripts/{itemId}/{key}/{signature}',
    operationId: 'openSignedTranscriptLink',
    summary: 'Open a transcript link until it expires',
    params: z.object({ ...linkParams, signature: z.string().max(255) }),
    example: { params: { ...linkExample, signature: SIGNATURE_EXAMPLE }, response: linkResponse },
    handle: ({ account, params: { itemId, key, signature }, query: { words } }) =>
      transcripts.open(account.id, itemId, { key, signature, words }),
  }),
];

const linkParams = { accountId: pathId, itemId: pathId, key: z.string().max(255) };
const linkExample = { accountId: 1, itemId: 42, key: 'b3RoZXJzIGNhbm5vdCBndWVzcyB0aGlzIGtleQ' };
const linkResponse = {
  itemId: 42,
  mediaAssetId: 7,
  language: 'en',
  segments: segments.map((segment, i) => ({
    id: `3fa9c1d2-${i + 1}`,
    ...segment,
    speaker: null,
    heading: false,
    kind: null,
    level: null,
  })),
};
const link = {
  method: 'GET',
  description: "Target of an item's `transcriptUrl`. It needs no token, because the key cannot be guessed.",
  tag,
  scope: 'link',
  query: wordsQuery,
  response: rawTranscript,
} as const;
