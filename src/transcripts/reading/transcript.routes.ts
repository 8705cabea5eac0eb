/** The endpoints that return transcripts, their segments and their revisions. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { itemExample } from '../../content/items/item.record.js';
import { SIGNATURE_EXAMPLE } from '../../platform/storage/file.routes.js';
import {
  newSegmentsExample,
  rawRevision,
  rawTranscript,
  revisionList,
  revisionParams,
  segmentsExample,
  segmentsQuery,
  transcriptQuery,
  transcriptRevision,
  wordsQuery,
} from '../stored/transcript.schema.js';
import {
  fileExports,
  podcastTranscript,
  podcastTranscriptExample,
  withCharset,
} from './transcript-exports.js';
import type { TranscriptService } from './transcript.service.js';

const params = z.object({ itemId: pathId });
const tag = 'Transcripts';
const ms = z.int().nullable();

const transcript = z
  .object({
    itemId: z.int(),
    title: z.string(),
    transcript: z.string().meta({ description: 'The full text.' }),
    chunks: z.array(z.object({ text: z.string(), startMs: ms, endMs: ms })).meta({
      description: 'Passages of whole sentences, as used by search; neighbouring passages share a sentence.',
    }),
  })
  .meta({ id: 'Transcript' });

const operationIdOfExport = {
  vtt: 'exportTranscriptVtt',
  srt: 'exportTranscriptSrt',
  ttml: 'exportTranscriptTtml',
  txt: 'exportTranscriptText',
};
const needsTimesText = '409 when the transcript has no times: `.txt` always works.';
const sameSegmentsText = 'Uploading the file again gives the same segments; headings become plain segments.';

const revisionExample = {
  id: 5,
  itemId: 42,
  mediaAssetId: 7,
  language: 'en',
  endMs: 4_100,
  sizeBytes: 61,
  entryDate: '2026-02-28T09:00:00.000Z',
  replacedDate: '2026-03-01T12:00:00.000Z',
};

export const transcriptRoutes = (transcripts: TranscriptService): Endpoint[] => [
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
    handle: ({ account, params: { itemId, key }, query: { words }, request: { links } }) =>
      transcripts.open(account.id, itemId, { key, words }, links),
  }),
  endpoint({
    ...link,
    path: '/accounts/{accountId}/transcripts/{itemId}/{key}/{signature}',
    operationId: 'openSignedTranscriptLink',
    summary: 'Open a transcript link until it expires',
    params: z.object({ ...linkParams, signature: z.string().max(255) }),
    example: { params: { ...linkExample, signature: SIGNATURE_EXAMPLE }, response: linkResponse },
    handle: ({ account, params: { itemId, key, signature }, query: { words }, request: { links } }) =>
      transcripts.open(account.id, itemId, { key, signature, words }, links),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/transcript/segments',
    operationId: 'getTranscriptSegments',
    summary: 'Get the segments of a transcript',
    description:
      'The stored segments, processed or not, with their ETag. Edits name them by `id`, or by their index in this list, from 0. `words=true` adds the times of words.',
    tag,
    scope: 'content:read',
    params,
    query: segmentsQuery,
    errors: [422],
    response: rawTranscript,
    example: {
      params: { itemId: 42 },
      response: { itemId: 42, mediaAssetId: 7, language: 'en', segments: segmentsExample },
    },
    handle: ({ caller, params: { itemId }, query }) => transcripts.segments(caller.accountId, itemId, query),
  }),
  endpointList({
    path: '/items/{itemId}/transcript/revisions',
    operationId: 'listTranscriptRevisions',
    summary: "List the revisions of an item's transcripts",
    description:
      'Versions replaced by uploads, imports, edits and restores: the last 20, up to 64 MiB in total. Sorted newest first by default.',
    tag,
    scope: 'content:read',
    params,
    plural: 'revisions',
    spec: revisionList,
    record: transcriptRevision,
    example: { params: { itemId: 42 }, record: revisionExample },
    handle: ({ caller, params: { itemId }, query }) => transcripts.revisions(caller, itemId, query),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/transcript/revisions/{transcriptRevisionId}',
    operationId: 'getTranscriptRevision',
    summary: 'Get a revision of a transcript',
    tag,
    scope: 'content:read',
    params: revisionParams,
    query: wordsQuery,
    response: rawRevision,
    example: {
      params: { itemId: 42, transcriptRevisionId: 5 },
      response: { ...revisionExample, segments: segmentsExample },
    },
    handle: ({ caller, params: { itemId, transcriptRevisionId }, query: { words } }) =>
      transcripts.revision(caller.accountId, itemId, transcriptRevisionId, words),
  }),
];

const linkParams = { accountId: pathId, itemId: pathId, key: z.string().max(255) };
const linkExample = { accountId: 1, itemId: 42, key: 'b3RoZXJzIGNhbm5vdCBndWVzcyB0aGlzIGtleQ' };
const linkResponse = {
  itemId: 42,
  mediaAssetId: 7,
  language: 'en',
  segments: newSegmentsExample.map((segment, i) => ({
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
