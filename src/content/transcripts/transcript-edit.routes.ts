/** The endpoints that edit transcripts, and those of their revisions. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import type { TranscriptEditService } from './transcript-edit.service.js';
import { transcriptQuery } from './transcript.routes.js';
import {
  rawRevision,
  rawTranscript,
  revisionList,
  transcriptChanges,
  transcriptRevision,
  transcriptVersion,
} from './transcript.schema.js';

const tag = 'Transcripts';
const params = z.object({ itemId: pathId });
const ofRevision = z.object({ itemId: pathId, transcriptRevisionId: pathId });
const response = z.object({ transcript: transcriptVersion });
const versionExample = {
  itemId: 42,
  mediaAssetId: 7,
  language: 'en',
  endMs: 4_100,
  updatedDate: '2026-03-01T12:00:00.000Z',
};
const segments = [
  {
    text: 'The Lord is my shepherd.',
    startMs: 0,
    endMs: 2_400,
    speaker: 'Ruth Adeyemi',
    heading: false,
    kind: null,
    level: null,
  },
];
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

export const transcriptEditRoutes = (edits: TranscriptEditService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/transcript/segments',
    name: 'getTranscriptSegments',
    summary: 'Get the segments of a transcript',
    description:
      'As they are stored, processed or not, with the ETag of this version. A change names them by their place in this list, from 0.',
    tag,
    scope: 'content:read',
    params,
    query: transcriptQuery,
    errors: [422],
    response: rawTranscript,
    example: {
      params: { itemId: 42 },
      response: { itemId: 42, mediaAssetId: 7, language: 'en', segments },
    },
    handle: ({ caller, params: { itemId }, query: { mediaAssetId } }) =>
      edits.segments(caller.accountId, itemId, mediaAssetId),
  }),
  endpoint({
    method: 'PATCH',
    path: '/items/{itemId}/transcript',
    name: 'updateTranscript',
    summary: 'Edit a transcript',
    description:
      'Changes segments by their place in `GET …/transcript/segments`: words, speaker, times; what a change lacks stays. `renameSpeaker`, such as `{"from": "SPEAKER_00", "to": "Ruth Adeyemi"}`, renames a speaker throughout. ' +
      'Send `If-Match` with the ETag of the segments, since places may have changed. Segments stay in order: a start between those of its neighbours. ' +
      'The former version is kept as a revision, and the item is indexed again; a published item stays published.',
    tag,
    scope: 'content:write',
    params,
    query: transcriptQuery,
    body: transcriptChanges,
    response,
    example: {
      params: { itemId: 42 },
      body: { segments: [{ index: 0, text: 'The LORD is my shepherd.', speaker: 'Ruth Adeyemi' }] },
      response: { transcript: versionExample },
    },
    handle: async ({ caller, params: { itemId }, query: { mediaAssetId }, body, ifMatch }) => ({
      transcript: await edits.update(caller, itemId, body, { mediaAssetId, ifMatch }),
    }),
  }),
  endpointList({
    path: '/items/{itemId}/transcript/revisions',
    name: 'listTranscriptRevisions',
    summary: "List the revisions of an item's transcripts",
    description:
      'What uploads, imports, edits and restorations have replaced, newest first unless another order is requested: the last 20 versions, as far as they have 64 MiB together.',
    tag,
    scope: 'content:read',
    params,
    plural: 'revisions',
    spec: revisionList,
    record: transcriptRevision,
    example: { params: { itemId: 42 }, record: revisionExample },
    handle: ({ caller, params: { itemId }, query }) => edits.revisions(caller, itemId, query),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/transcript/revisions/{transcriptRevisionId}',
    name: 'getTranscriptRevision',
    summary: 'Get a revision of a transcript',
    tag,
    scope: 'content:read',
    params: ofRevision,
    response: rawRevision,
    example: { params: { itemId: 42, transcriptRevisionId: 5 }, response: { ...revisionExample, segments } },
    handle: ({ caller, params: { itemId, transcriptRevisionId } }) =>
      edits.revision(caller.accountId, itemId, transcriptRevisionId),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/transcript/revisions/{transcriptRevisionId}/restore',
    name: 'restoreTranscriptRevision',
    summary: 'Restore a revision of a transcript',
    description:
      'Makes it the transcript of its media asset again, and the present one a revision; the item is indexed again. 409 when the media asset has been deleted.',
    tag,
    scope: 'content:write',
    params: ofRevision,
    response,
    example: { params: { itemId: 42, transcriptRevisionId: 5 }, response: { transcript: versionExample } },
    handle: async ({ caller, params: { itemId, transcriptRevisionId } }) => ({
      transcript: await edits.restore(caller, itemId, transcriptRevisionId),
    }),
  }),
];
