/** The chapter endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../http/endpoint.js';
import { deletedQuery, pathId } from '../http/record-query.js';
import { succeeded, success } from '../lib/fields.js';
import { chapterExample, chapterRecord } from './chapter.record.js';
import { chapterChanges, chapterList, newChapter } from './chapter.schema.js';
import type { ChapterService } from './chapter.service.js';

const ofMedia = z.object({ mediaAssetId: pathId });
const params = z.object({ chapterId: pathId });
const response = z.object({ chapter: chapterRecord });
const example = { params: { chapterId: 11 }, response: { chapter: chapterExample } };
const tag = 'Chapters';

export const chapterRoutes = (chapters: ChapterService): Endpoint[] => [
  endpointList({
    path: '/media/{mediaAssetId}/chapters',
    name: 'listChapters',
    summary: 'List the chapters of a media asset',
    description: 'By their times unless another order is asked for.',
    tag,
    scope: 'content:read',
    params: ofMedia,
    plural: 'chapters',
    spec: chapterList,
    record: chapterRecord,
    example: { params: { mediaAssetId: 7 }, record: chapterExample },
    handle: ({ account, params: { mediaAssetId }, query }) => chapters.list(account.id, mediaAssetId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/media/{mediaAssetId}/chapters/create',
    name: 'createChapter',
    summary: 'Create a chapter',
    description:
      "422 where it begins at or after the media's end, 409 where another chapter of the media begins then.",
    tag,
    scope: 'content:write',
    status: 201,
    params: ofMedia,
    body: newChapter,
    response,
    example: {
      params: { mediaAssetId: 7 },
      body: { title: 'The valley', startMs: 615_000 },
      response: example.response,
    },
    handle: async ({ account, params: { mediaAssetId }, body }) => ({
      chapter: await chapters.create(account.id, mediaAssetId, body),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/media/chapters/{chapterId}',
    name: 'getChapter',
    summary: 'Get a chapter',
    tag,
    scope: 'content:read',
    params,
    query: deletedQuery,
    response,
    example,
    handle: async ({ account, params: { chapterId }, query }) => ({
      chapter: await chapters.get(account.id, chapterId, { withDeleted: query._withDeleted }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/media/chapters/{chapterId}',
    name: 'updateChapter',
    summary: 'Update a chapter',
    description: 'A suggested chapter is hidden until `accepted` is true.',
    tag,
    scope: 'content:write',
    params,
    body: chapterChanges,
    response,
    example: { ...example, body: { accepted: true } },
    handle: async ({ account, params: { chapterId }, body, ifMatch }) => ({
      chapter: await chapters.update(account.id, chapterId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/media/chapters/{chapterId}',
    name: 'deleteChapter',
    summary: 'Delete a chapter',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: { chapterId: 11 }, response: succeeded },
    handle: async ({ account, params: { chapterId } }) => {
      await chapters.remove(account.id, chapterId);
      return succeeded;
    },
  }),
];
