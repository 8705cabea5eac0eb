/** Endpoints that edit transcripts, and restore their revisions. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import type { TranscriptEditService } from './transcript-edit.service.js';
import { seenTranscript, transcriptChanges, transcriptEdit } from './transcript-edit.schema.js';
import {
  revisionParams,
  segmentsExample,
  segmentsQuery,
  transcriptVersion,
} from '../stored/transcript.schema.js';

const tag = 'Transcripts';
const params = z.object({ itemId: pathId });
const response = z.object({ transcript: transcriptVersion });
const versionExample = {
  itemId: 42,
  mediaAssetId: 7,
  language: 'en',
  endMs: 4_100,
  updatedDate: '2026-03-01T12:00:00.000Z',
};
export const transcriptEditRoutes = (edits: TranscriptEditService): Endpoint[] => [
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
    maxJsonBytes: 1024 * 1024,
    body: transcriptChanges,
    base: seenTranscript,
    response: transcriptEdit,
    example: {
      params: { itemId: 42 },
      body: { segments: [{ index: 0, text: 'The LORD is my shepherd.', speaker: 'Ruth Adeyemi' }] },
      response: { transcript: versionExample, segments: segmentsExample, moreSegments: 0 },
    },
    handle: ({ caller, params: { itemId }, query, body, conditions }) =>
      edits.update(caller, itemId, body, { ...query, conditions }),
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
    params: revisionParams,
    response,
    example: { params: { itemId: 42, transcriptRevisionId: 5 }, response: { transcript: versionExample } },
    handle: async ({ caller, params: { itemId, transcriptRevisionId } }) => ({
      transcript: await edits.restore(caller, itemId, transcriptRevisionId),
    }),
  }),
];
