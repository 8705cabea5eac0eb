/** The endpoint that receives a transcript. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { languageTag } from '../../platform/lib/fields.js';
import { itemExample } from '../../content/items/item.record.js';
import { item } from '../../content/items/item.schema.js';
import { readableFormats, transcriptFormats, transcriptTypes } from '../formats/readers.js';
import type { TranscriptUploadService } from './transcript-upload.service.js';
import {
  newSegmentsExample,
  newTranscript,
  TRANSCRIPT_LIMIT_BYTES,
  transcriptQuery,
} from './transcript.schema.js';

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

export const transcriptUploadRoutes = (uploads: TranscriptUploadService): Endpoint[] => [
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
    tag: 'Transcripts',
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
    response: z.object({
      item,
      warnings: z.array(z.string()).meta({
        description:
          'What was repaired or left out, such as lines that look like times but could not be read.',
      }),
    }),
    example: {
      params: { itemId: 42 },
      body: { language: 'en', segments: newSegmentsExample },
      response: { item: { ...itemExample, status: 'queued', publishedDate: null }, warnings: [] },
    },
    handle: async ({ caller, params: { itemId }, query: { format, mediaAssetId, language }, body }) =>
      uploads.put(caller, itemId, {
        bytes: body.bytes,
        hint: { format, type: body.contentType },
        mediaAssetId: mediaAssetId ?? null,
        language: language ?? null,
      }),
  }),
];
