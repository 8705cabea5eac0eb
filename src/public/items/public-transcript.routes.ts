/** Public endpoints for the transcript of an item, for display and as files. */
import { z } from 'zod';
import {
  fileExports,
  podcastTranscript,
  podcastTranscriptExample,
  withCharset,
} from '../../transcripts/reading/transcript-exports.js';
import { readTranscript, readTranscriptExample } from '../../transcripts/reading/readable-transcript.js';
import { wordsQuery } from '../../transcripts/stored/transcript.schema.js';
import type { TranscriptService } from '../../transcripts/reading/transcript.service.js';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import type { PublicItemService } from './public-item.service.js';

const shared = {
  method: 'GET',
  tag: 'Items',
  scope: 'public',
  rateLimit: 'render',
  cached: true,
  params: z.object({ itemId: pathId }),
} as const;
const noQuery = z.strictObject({});
const operationIdOfExport = {
  vtt: 'getPublicTranscript',
  srt: 'getPublicTranscriptSrt',
  ttml: 'getPublicTranscriptTtml',
  txt: 'getPublicTranscriptText',
};
const withoutText = '422 InvalidStateError if the item has no transcript';
const withoutTimes = `${withoutText}, 409 ConflictError if it has no times.`;

export const publicTranscriptRoutes = (
  items: PublicItemService,
  transcripts: TranscriptService,
): Endpoint[] => [
  ...fileExports.map(({ format, needsTimes, hasWords, contentType, label, example }) =>
    endpoint({
      ...shared,
      query: hasWords ? wordsQuery : noQuery,
      path: `/items/{itemId}/transcript.${format}`,
      operationId: operationIdOfExport[format],
      summary: `Get the transcript of a published item as ${label}`,
      description: needsTimes ? withoutTimes : `${withoutText}.`,
      response: contentType,
      errors: needsTimes ? [409, 422] : [422],
      example: { params: { itemId: 42 }, response: example },
      handle: async ({ account, params: { itemId }, query }) => {
        await items.assertPublic(account.id, itemId);
        const file = await transcripts.export(account.id, itemId, format, query);
        return { contentType: withCharset(contentType), body: file.toString() };
      },
    }),
  ),
  endpoint({
    ...shared,
    path: '/items/{itemId}/transcript',
    operationId: 'readPublicTranscript',
    summary: 'Read the transcript of a published item',
    description: `\`segments\` with times, or \`paragraphs\` of a transcript without times. ${withoutText}.`,
    response: z.object({ transcript: readTranscript }),
    errors: [422],
    example: { params: { itemId: 42 }, response: { transcript: readTranscriptExample } },
    handle: async ({ account, params: { itemId } }) => {
      await items.assertPublic(account.id, itemId);
      return transcripts.readable(account.id, itemId);
    },
  }),
  endpoint({
    ...shared,
    path: '/items/{itemId}/transcript.json',
    operationId: 'getPublicTranscriptJson',
    summary: 'Get the transcript of a published item as JSON of the Podcast Namespace',
    description: withoutTimes,
    response: podcastTranscript,
    errors: [409, 422],
    example: { params: { itemId: 42 }, response: podcastTranscriptExample },
    handle: async ({ account, params: { itemId } }) => {
      await items.assertPublic(account.id, itemId);
      return transcripts.export(account.id, itemId, 'json');
    },
  }),
];
