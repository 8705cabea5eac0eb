/** The chapter endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { draftScopes, recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { deletedQuery, pathId } from '../../platform/http/endpoint/record-query.js';
import { chapterExample, chapterRecord } from '../records/chapter.record.js';
import { chapterChanges, chapterList, newChapter } from './chapter.schema.js';
import type { ChapterService } from './chapter.service.js';

const ofMedia = z.object({ mediaAssetId: pathId });
const response = z.object({ chapter: chapterRecord });
const tag = 'Chapters';

export const chapterRoutes = (chapters: ChapterService): Endpoint[] => [
  endpointList({
    path: '/media/{mediaAssetId}/chapters',
    operationId: 'listChapters',
    summary: 'List the chapters of a media asset',
    description: 'Sorted by start time by default.',
    tag,
    scope: 'content:read',
    params: ofMedia,
    plural: 'chapters',
    spec: chapterList,
    record: chapterRecord,
    example: { params: { mediaAssetId: 7 }, record: chapterExample },
    handle: ({ caller, params: { mediaAssetId }, query }) => chapters.list(caller, mediaAssetId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/media/{mediaAssetId}/chapters/create',
    operationId: 'createChapter',
    summary: 'Create a chapter',
    description:
      '422 if it starts at or after the end of the media (of the transcript, if the duration is unknown); 409 if another chapter of the media starts at that time.',
    tag,
    scope: 'content:draft',
    status: 201,
    params: ofMedia,
    body: newChapter,
    response,
    example: {
      params: { mediaAssetId: 7 },
      body: { title: 'The valley', startMs: 615_000 },
      response: { chapter: chapterExample },
    },
    handle: async ({ caller, params: { mediaAssetId }, body }) => ({
      chapter: await chapters.create(caller, mediaAssetId, body),
    }),
  }),
  ...recordEndpoints({
    path: '/media/chapters/{chapterId}',
    operationIds: {
      get: 'getChapter',
      update: 'updateChapter',
      delete: 'deleteChapter',
      restore: 'restoreChapter',
    },
    singular: 'chapter',
    noun: 'a chapter',
    tag,
    scopes: draftScopes,
    record: chapterRecord,
    query: deletedQuery,
    changes: chapterChanges,
    restoring:
      '409 when its media asset or item is deleted, or when another chapter starts at its time by now.',
    updating: 'A suggested chapter is hidden until `accepted` is true.',
    example: { id: 11, record: chapterExample, changes: { accepted: true } },
    service: chapters,
  }),
];
