/** The public endpoint for an item's chapters. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import type { PublicChapterService } from './public-chapter.service.js';

const publicChapter = z
  .object({
    id: z.int(),
    mediaAssetId: z.int(),
    title: z.string(),
    startMs: z.int().meta({ description: 'Milliseconds from the start.' }),
  })
  .meta({ id: 'PublicChapter' });

export const publicChapterRoutes = (chapters: PublicChapterService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/chapters',
    name: 'getPublicChapters',
    summary: 'List the chapters of a published item',
    description:
      'Visible chapters by time: of the media asset indexed for search, or if that has none, of the first that has some.',
    tag: 'Items',
    scope: 'public',
    kept: true,
    params: z.object({ itemId: pathId }),
    response: z.object({ chapters: z.array(publicChapter) }),
    example: {
      params: { itemId: 42 },
      response: { chapters: [{ id: 11, mediaAssetId: 7, title: 'The valley', startMs: 615_000 }] },
    },
    handle: async ({ account, params: { itemId } }) => ({
      chapters: await chapters.list(account.id, itemId),
    }),
  }),
];
