/** The endpoints of drafts of transcripts. */
import { z } from 'zod';
import { command, endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId, queryFlag, queryInteger } from '../../platform/http/endpoint/record-query.js';
import type { AppliedDraft } from './apply-draft.js';
import {
  draftDecisions,
  DRAFT_LIMIT_BYTES,
  newTranscriptDraft,
  savedTranscriptDraft,
  transcriptDraft,
  transcriptDraftExample,
  transcriptDraftList,
  transcriptDraftRecord,
} from './transcript-draft.schema.js';
import type { TranscriptDraftService } from './transcript-draft.service.js';
import { transcriptEdit } from '../editing/transcript-edit.schema.js';
import { segmentsQuery, transcriptQuery } from '../stored/transcript.schema.js';

const params = z.object({ itemId: pathId });
const path = '/items/{itemId}/transcript/draft';
const shared = { tag: 'Transcripts', params, path, scope: 'content:draft' } as const;
const ownQuery = z.strictObject({
  mediaAssetId: transcriptQuery.shape.mediaAssetId.meta({
    description:
      'Media asset of the transcript. By default, the draft of the transcript that search uses, or else the one saved last.',
  }),
});
const draftId = queryInteger(1, Number.MAX_SAFE_INTEGER)
  .optional()
  .meta({ description: 'The draft of somebody else, which needs `content:write`.' });
const getQuery = z.strictObject({
  ...ownQuery.shape,
  draftId,
  segments: queryFlag()
    .default(false)
    .meta({ description: 'Include the segments as the draft has them.', type: 'boolean' }),
  words: segmentsQuery.shape.words,
});
const applyQuery = z.strictObject({ ...ownQuery.shape, draftId, words: segmentsQuery.shape.words });

const operations = [{ op: 'text' as const, segmentId: '3fa9c1d2-1', text: 'The LORD is my shepherd.' }];
const example = { params: { itemId: 42 } };
const editExample: z.input<typeof transcriptEdit> = {
  transcript: {
    itemId: 42,
    mediaAssetId: 7,
    language: 'en',
    endMs: 4_100,
    updatedDate: '2026-03-01T12:10:00.000Z',
  },
  segments: [
    {
      id: '3fa9c1d2-1',
      text: 'The LORD is my shepherd.',
      startMs: 0,
      endMs: 2_400,
      speaker: 'Ruth Adeyemi',
      heading: false,
      kind: null,
      level: null,
    },
  ],
  moreSegments: 0,
};

export const transcriptDraftRoutes = (drafts: TranscriptDraftService): Endpoint[] => [
  endpoint({
    ...shared,
    method: 'PUT',
    operationId: 'putTranscriptDraft',
    summary: 'Save a draft of a transcript',
    description:
      'Replaces your draft: all operations since `base`, the ETag of the segments that they apply to. Each person and each token has their own. Saving is cheap, so that an editor can do it every few seconds: ' +
      'the transcript does not change, nothing is indexed or logged, and whether the operations fit is checked when the draft is applied. Public items can have drafts too. `If-Match` with the ETag of the draft keeps two windows from ' +
      'overwriting each other. 409 if no version with the ETag `base` is stored any more.',
    query: ownQuery,
    supportsIfMatch: true,
    auditing: 'none',
    body: { raw: ['application/json'], maxBytes: DRAFT_LIMIT_BYTES, json: newTranscriptDraft },
    response: z.object({ draft: transcriptDraft }),
    example: {
      ...example,
      body: { base: transcriptDraftExample.base, operations },
      response: { draft: transcriptDraftExample },
    },
    handle: async ({
      caller,
      params: { itemId },
      query: { mediaAssetId },
      body,
      conditions: { ifMatch },
    }) => ({
      draft: await drafts.save(caller, itemId, body.bytes, { mediaAssetId, ifMatch }),
    }),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    operationId: 'getTranscriptDraft',
    summary: 'Get a draft of a transcript',
    description:
      'Your draft, with its ETag; 404 if you have none. `segments=true` adds the segments as the draft has them.',
    query: getQuery,
    errors: [422],
    response: z.object({ draft: savedTranscriptDraft }),
    example: { ...example, response: { draft: { ...transcriptDraftExample, operations } } },
    handle: ({ caller, params: { itemId }, query }) => drafts.get(caller, itemId, query),
  }),
  command({
    ...shared,
    method: 'DELETE',
    operationId: 'deleteTranscriptDraft',
    summary: 'Discard a draft of a transcript',
    query: ownQuery,
    auditing: 'none',
    example: { ...example },
    handle: ({ caller, params: { itemId }, query: { mediaAssetId }, conditions: { ifMatch } }) =>
      drafts.discard(caller, itemId, { mediaAssetId, ifMatch }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: `${path}/apply`,
    operationId: 'applyTranscriptDraft',
    summary: 'Apply a draft of a transcript',
    description:
      'Changes the transcript like one `PATCH …/transcript`, with one revision and one indexing; the draft is then gone. If the transcript has changed since `base`, both are merged: a segment that only one side ' +
      'has changed is taken from that side. Segments that both have changed are a 409: `error.conflicts` has `base`, `theirs` and `yours` of each, nothing is changed and the draft stays. Send `decisions` about them, or save another draft. ' +
      'A public or scheduled item needs `content:write`, with which you can also apply the drafts of others (`draftId`).',
    query: applyQuery,
    supportsIfMatch: true,
    maxJsonBytes: 512 * 1024,
    body: draftDecisions,
    response: transcriptEdit,
    audited: (result) => ({
      changedFields: ['transcript'],
      draftAuthor: (result as AppliedDraft).draftAuthor,
    }),
    example: {
      ...example,
      body: { decisions: [{ segmentId: '3fa9c1d2-1', use: 'yours' }] },
      response: editExample,
    },
    handle: ({ caller, params: { itemId }, query, body: { decisions = [] }, conditions: { ifMatch } }) =>
      drafts.apply(caller, itemId, { ...query, decisions, ifMatch }),
  }),
  endpointList({
    path: `${path}s`,
    operationId: 'listTranscriptDrafts',
    summary: "List the drafts of an item's transcripts",
    description: 'Of all people and tokens. `GET …/transcript/draft?draftId=` returns one.',
    tag: 'Transcripts',
    scope: 'content:write',
    params,
    plural: 'drafts',
    spec: transcriptDraftList,
    record: transcriptDraftRecord,
    example: { ...example, record: transcriptDraftExample },
    handle: ({ caller, params: { itemId }, query }) => drafts.list(caller, itemId, query),
  }),
];
