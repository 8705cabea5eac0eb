/** The schema of the home screen: what waits for the caller. */
import { z } from 'zod';
import { feedSettingNames } from '../content/feeds/feed-check.js';
import { itemExample, itemRecord } from '../content/items/item.record.js';
import { mediaAsset, mediaAssetExample } from '../content/items/media-asset.record.js';
import { queuedExample, queuedSuggestion } from '../suggestions/review-queue.schema.js';
import { checkExample, checkRecord } from '../search/checks/check.schema.js';
import type { StoredOf } from '../platform/lib/present.js';

export const FIRST = 5;

export const sectionNames = [
  ...(['errors', 'readyForReview', 'suggestions', 'scheduled', 'drafts', 'pendingChanges'] as const),
  ...(['uploads', 'searches', 'failedChecks', 'feeds', 'storage', 'checklist'] as const),
] as const;
export type SectionName = (typeof sectionNames)[number];

const homeItem = itemRecord
  .pick({
    id: true,
    title: true,
    date: true,
    collectionId: true,
    status: true,
    errorMessage: true,
    publishAt: true,
    readyForReview: true,
    reviewNote: true,
    hasDraft: true,
    createdBy: true,
    updatedBy: true,
  })
  .meta({ id: 'HomeItem' });

const upload = mediaAsset.pick({
  id: true,
  itemId: true,
  contentType: true,
  mimeType: true,
  fileSizeBytes: true,
  originalFilename: true,
  entryDate: true,
});

const section = <T extends z.ZodType>(path: string, first: T) =>
  z.object({
    count: z.int().meta({ description: 'How many records the list has with this filter.' }),
    path: z.literal(path).meta({ description: 'The list.' }),
    filter: z.string().meta({ description: 'Query string for the list.' }),
    first: z
      .array(first)
      .max(FIRST)
      .meta({ description: `The first ${FIRST} of them.` }),
  });

const items = section('/items', homeItem);
const search = z.object({ query: z.string(), searches: z.int(), withoutResults: z.int() });
const feed = z.object({
  collectionId: z.int(),
  name: z.string(),
  missing: z.array(z.enum(feedSettingNames)).meta({
    description:
      'Settings that podcast directories need: `squareImgUrl` is the picture, the others are in `feed`.',
  }),
  items: z.int().meta({ description: 'Published items.' }),
  enclosed: z.int().meta({ description: 'Of these, items with a file.' }),
  playable: z.int().meta({ description: 'Of these, items with a file that Apple Podcasts plays.' }),
});

export const home = z
  .object({
    errors: items.nullable().meta({ description: 'Items that need attention.' }),
    readyForReview: items.nullable().meta({ description: 'Items that contributors have asked to review.' }),
    suggestions: section('/suggestions', queuedSuggestion).nullable(),
    scheduled: items.nullable().meta({ description: 'Items with a time of publication, the next first.' }),
    drafts: items
      .nullable()
      .meta({ description: 'Items in status draft; `first` begins with the caller’s own.' }),
    pendingChanges: items.nullable().meta({ description: 'Items with changes to apply.' }),
    uploads: section('/media', upload).nullable().meta({ description: 'Media files that have not arrived.' }),
    searches: section('/stats/searches', search).nullable().meta({
      description: 'Searches without results, at most a minute old. `count` is how many searches there were.',
    }),
    failedChecks: section('/search/checks', checkRecord)
      .nullable()
      .meta({ description: 'Checks of search results that failed when they last ran.' }),
    feeds: section('/collections', feed)
      .nullable()
      .meta({ description: 'Podcast feeds with files that lack something.' }),
    storage: z
      .object({
        usedBytes: z.int(),
        maxBytes: z.int().nullable().meta({ description: 'Null for no limit.' }),
      })
      .nullable(),
    checklist: z
      .object({
        talks: z.boolean().meta({ description: 'Has items besides the sample content.' }),
        logo: z.boolean(),
        site: z.boolean().meta({ description: 'Names a public site of its own.' }),
        feed: z.boolean().meta({ description: 'Has a podcast feed with files that lacks no setting.' }),
        transcriber: z.boolean().meta({ description: 'The server transcribes recordings.' }),
        people: z.boolean().meta({ description: 'More than one person works in it.' }),
      })
      .nullable()
      .meta({ description: 'What a new library has already.' }),
    unavailable: z
      .array(z.object({ section: z.enum(sectionNames), reason: z.string() }))
      .meta({ description: 'Why sections are null.' }),
  })
  .meta({ id: 'Home' });

export type Home = StoredOf<typeof home>;

const shown = (filter: string) => ({ count: 0, path: '/items' as const, filter, first: [] });

const exampleItem = {
  id: itemExample.id,
  title: itemExample.title,
  date: itemExample.date,
  collectionId: itemExample.collectionId,
  status: 'ready' as const,
  errorMessage: null,
  publishAt: null,
  readyForReview: true,
  reviewNote: 'Transcript read, chapters checked.',
  hasDraft: false,
  createdBy: null,
  updatedBy: null,
};

export const homeExample: z.input<typeof home> = {
  errors: shown('needsAttention=true'),
  readyForReview: { ...shown('readyForReview=true'), count: 1, first: [exampleItem] },
  suggestions: { count: 1, path: '/suggestions', filter: '', first: [queuedExample] },
  scheduled: shown('publishAt.nl=false&_orderBy=publishAt,ASC'),
  drafts: shown('status=draft'),
  pendingChanges: shown('hasDraft=true'),
  uploads: {
    count: 1,
    path: '/media',
    filter: 'status=created',
    first: [
      {
        id: mediaAssetExample.id,
        itemId: mediaAssetExample.itemId,
        contentType: 'audio',
        mimeType: 'audio/mpeg',
        fileSizeBytes: 29_280_000,
        originalFilename: 'Good shepherd.mp3',
        entryDate: mediaAssetExample.entryDate,
      },
    ],
  },
  searches: null,
  failedChecks: {
    count: 1,
    path: '/search/checks',
    filter: 'status=failed',
    first: [{ ...checkExample, status: 'failed', rank: 12 }],
  },
  feeds: {
    count: 1,
    path: '/collections',
    filter: 'id.in=1',
    first: [
      { collectionId: 1, name: 'Sermons', missing: ['picture'], items: 412, enclosed: 398, playable: 398 },
    ],
  },
  storage: { usedBytes: 1_834_200_119, maxBytes: 100_000_000_000 },
  checklist: null,
  unavailable: [
    { section: 'searches', reason: 'Needs the scope stats:read' },
    { section: 'checklist', reason: 'Needs the scope admin' },
  ],
};
