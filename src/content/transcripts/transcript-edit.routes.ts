/** Endpoints to edit transcripts, and the endpoints of their revisions. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import type { TranscriptEditService } from './transcript-edit.service.js';
import {
  rawRevision,
  rawTranscript,
  revisionList,
  segmentsQuery,
  seenTranscript,
  transcriptChanges,
  transcriptEdit,
  transcriptRevision,
  transcriptVersion,
  wordsQuery,
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
    id: '3fa9c1d2-1',
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
      response: { itemId: 42, mediaAssetId: 7, language: 'en', segments },
    },
    handle: ({ caller, params: { itemId }, query }) => edits.segments(caller.accountId, itemId, query),
  }),
  endpoint({
    method: 'PATCH',
    path: '/items/{itemId}/transcript',
    operationId: 'updateTranscript',
    summary: 'Edit a transcript',
    description:
      '`operations` change segments by their id: text, split, merge, insert, delete, times, speaker. They apply in order, all or none, and an error names the operation, such as `operations.3.segmentId`. ' +
      'Words that stay keep their times, and segments that no operation names stay as they are. ' +
      'Instead, `segments` changes text, speaker and times of segments by their index in `GET …/transcript/segments`. Omitted fields keep their values. `renameSpeaker`, such as `{"from": "SPEAKER_00", "to": "Ruth Adeyemi"}`, renames a speaker in all segments. ' +
      'Send the ETag of the segments as `If-Match`, because they may have changed. A segment must start between its neighbours. ' +
      'The previous version becomes a revision, and the item is indexed again. A published item stays published.',
    tag,
    scope: 'content:draft',
    params,
    query: segmentsQuery,
    body: transcriptChanges,
    base: seenTranscript,
    response: transcriptEdit,
    example: {
      params: { itemId: 42 },
      body: { segments: [{ index: 0, text: 'The LORD is my shepherd.', speaker: 'Ruth Adeyemi' }] },
      response: { transcript: versionExample, segments, moreSegments: 0 },
    },
    handle: ({ caller, params: { itemId }, query, body, conditions }) =>
      edits.update(caller, itemId, body, { ...query, conditions }),
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
    handle: ({ caller, params: { itemId }, query }) => edits.revisions(caller, itemId, query),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/transcript/revisions/{transcriptRevisionId}',
    operationId: 'getTranscriptRevision',
    summary: 'Get a revision of a transcript',
    tag,
    scope: 'content:read',
    params: ofRevision,
    query: wordsQuery,
    response: rawRevision,
    example: { params: { itemId: 42, transcriptRevisionId: 5 }, response: { ...revisionExample, segments } },
    handle: ({ caller, params: { itemId, transcriptRevisionId }, query: { words } }) =>
      edits.revision(caller.accountId, itemId, transcriptRevisionId, words),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/transcript/revisions/{transcriptRevisionId}/restore',
    operationId: 'restoreTranscriptRevision',
    summary: 'Restore a revision of a transcript',
    description:
      'Restores it as the transcript of its media asset. The current transcript becomes a revision, and the item is indexed again. 409 if the media asset was deleted.',
    tag,
    scope: 'content:draft',
    params: ofRevision,
    response,
    example: { params: { itemId: 42, transcriptRevisionId: 5 }, response: { transcript: versionExample } },
    handle: async ({ caller, params: { itemId, transcriptRevisionId } }) => ({
      transcript: await edits.restore(caller, itemId, transcriptRevisionId),
    }),
  }),
];
