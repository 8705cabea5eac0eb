/** Schemas of public items. */
import { z } from 'zod';
import { accountLook } from '../../identity/accounts/account.schema.js';
import { contentFormats, itemDescriptors } from '../../content/records/collection.record.js';
import { artworkFields } from '../../content/records/artwork-fields.js';
import { dateOutput, dateTimeOutput, fileUrl } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';
import { resourceRecord, urlText } from '../../content/records/resource.record.js';

const url = fileUrl.nullable();
const nullableText = z.string().nullable();

const artworkUrls = {
  squareImgUrl: url,
  wideImgUrl: url,
  ultraWideImgUrl: url,
  verticalImgUrl: url,
};

export const publicCollection = z
  .object({
    id: z.int(),
    name: z.string(),
    itemDescriptor: z.enum(itemDescriptors),
    contentFormat: z.enum(contentFormats),
  })
  .meta({ id: 'PublicCollection' });

const publicSeries = z
  .object({
    id: z.int(),
    title: z.string(),
    subTitle: nullableText,
    shortDescription: nullableText,
    collectionId: z.int(),
    urlSlug: nullableText,
    colorHex: nullableText,
    showItemOrderInSeries: z.boolean().meta({ description: 'Whether to show part numbers.' }),
    ...artworkUrls,
  })
  .meta({ id: 'PublicSeries' });

const publicSpeaker = z
  .object({ id: z.int(), name: z.string(), imageUrl: url })
  .meta({ id: 'PublicSpeaker' });

const publicTopic = z.object({ id: z.int(), name: z.string() }).meta({ id: 'PublicTopic' });

const publicScripture = z
  .object({
    book: z.string().meta({ description: 'USFM book code, e.g. JHN.' }),
    bookName: z.string(),
    chapter: z.int(),
    verseStart: z.int(),
    verseEnd: z.int(),
    keyVerse: z.boolean(),
    citation: z.string(),
  })
  .meta({ id: 'PublicScripture' });

/** An item in a list or a search result. */
export const publicItem = z
  .object({
    id: z.int(),
    title: z.string(),
    subTitle: nullableText,
    shortDescription: nullableText,
    date: dateOutput,
    dateIsKnown: z.boolean().meta({
      description: 'False if the date is unknown: do not show it.',
    }),
    urlSlug: nullableText,
    language: nullableText.meta({ description: 'BCP 47; null if it is unknown.' }),
    durationSecs: z.int().nullable(),
    hasRecording: z.boolean().meta({
      description: 'Whether the item has something to play. Otherwise, show its transcript.',
    }),
    ...artworkUrls,
    collection: publicCollection.nullable(),
    series: publicSeries.nullable(),
    speakers: z.array(publicSpeaker),
    topics: z.array(publicTopic),
    scriptures: z.array(publicScripture),
  })
  .meta({ id: 'PublicItem' });

const publicMedia = z
  .object({
    id: z.int(),
    contentType: z.string(),
    mimeType: nullableText,
    durationSecs: z.int().nullable(),
    externalPlatform: nullableText,
    externalPlatformId: nullableText,
    streamPlaybackId: nullableText,
    url,
    waveformUrl: url,
    posterUrl: url,
    audioUrl: url,
    streamUrl: url,
  })
  .meta({ id: 'PublicMediaAsset' });

const publicResource = resourceRecord
  .omit({ itemId: true, resourceTypeId: true, displayOrder: true, deletedDate: true })
  .extend({ url: url.meta({ description: urlText }) })
  .meta({ id: 'PublicResource' });

/** An item on its own page. */
export const publicItemDetail = publicItem
  .extend({
    description: nullableText,
    orderInSeries: z.int().nullable(),
    publishedDate: dateTimeOutput.nullable(),
    mediaAssets: z.array(publicMedia),
    resources: z.array(publicResource).meta({ description: 'In display order, without pending uploads.' }),
    jsonLd: z.record(z.string(), z.unknown()).meta({
      description:
        'The item as schema.org structured data. Escape `<` as `\\u003c` when you put it into a `<script>` element.',
    }),
  })
  .meta({ id: 'PublicItemDetail' });

const itemCount = z.int().meta({ description: 'Number of published items.' });
export const countedCollection = publicCollection.extend({ itemCount }).meta({ id: 'CountedCollection' });
export const countedSeries = publicSeries.extend({ itemCount }).meta({ id: 'CountedSeries' });
export const countedTopic = publicTopic.extend({ itemCount }).meta({ id: 'CountedTopic' });
export const countedSpeaker = publicSpeaker.extend({ itemCount }).meta({ id: 'CountedSpeaker' });

export const publicConfig = z
  .object({
    account: z.object({
      shortName: z.string(),
      name: z.string(),
      timeZone: z.string(),
      publicSiteUrl: nullableText,
      itemPagePath: z.string().meta({
        description:
          'Path of an item’s page below `publicSiteUrl`, with `{slug}`, `{id}` or `{collectionId}`.',
      }),
      ...accountLook,
      logoUrl: fileUrl.nullable(),
    }),
    collections: z.array(publicCollection),
    series: z.array(publicSeries),
    topics: z.array(countedTopic),
    speakers: z.array(countedSpeaker),
    player: z.object({
      respectDoNotTrack: z.boolean(),
      defaultTranslation: z.string(),
    }),
  })
  .meta({ id: 'PublicConfig' });

/** The fields of an item that come from the database. */
export const publicItemFacts = publicItemDetail.omit({ jsonLd: true }).extend(artworkFields);

export type PublicItem = StoredOf<typeof publicItem>;
export type PublicItemDetail = z.input<typeof publicItemDetail>;
export type PublicItemFacts = z.output<typeof publicItemFacts>;
export type PublicConfig = StoredOf<typeof publicConfig>;

export const publicItemExample: PublicItemDetail = {
  id: 42,
  title: 'The Good Shepherd',
  subTitle: null,
  shortDescription: 'Psalm 23 from the field.',
  description: 'What a shepherd does all day, and why David wanted one.',
  date: '2026-03-01',
  dateIsKnown: true,
  hasRecording: false,
  urlSlug: 'the-good-shepherd',
  language: 'en',
  durationSecs: 1830,
  orderInSeries: 1,
  publishedDate: '2026-03-02T09:00:00.000Z',
  squareImgUrl: null,
  wideImgUrl: null,
  ultraWideImgUrl: null,
  verticalImgUrl: null,
  collection: { id: 1, name: 'Sermons', itemDescriptor: 'sermon', contentFormat: 'sermon' },
  series: null,
  speakers: [{ id: 5, name: 'Miriam Adler', imageUrl: null }],
  topics: [{ id: 9, name: 'Grief' }],
  scriptures: [
    {
      book: 'PSA',
      bookName: 'Psalms',
      chapter: 23,
      verseStart: 1,
      verseEnd: 6,
      keyVerse: true,
      citation: 'Psalms 23',
    },
  ],
  mediaAssets: [],
  resources: [
    {
      id: 17,
      title: 'Study guide',
      subTitle: null,
      description: null,
      contentType: 'file',
      fileMimeType: 'application/pdf',
      fileSizeBytes: 48_213,
      externalPlatform: null,
      externalPlatformId: null,
      thumbnailImgUrl: null,
      url: 'http://demo.localhost:8081/api/files/1/Qg0Fg88_o012d6tgGQmQiBejueOdxUkT/guide.pdf',
      resourceType: { id: 4, name: 'Handouts' },
      linkTarget: null,
    },
  ],
  jsonLd: {
    '@context': 'https://schema.org',
    '@type': 'Article',
    '@id': 'https://demo.example.org/items/the-good-shepherd',
    name: 'The Good Shepherd',
  },
};

export const publicChapter = z
  .object({
    id: z.int(),
    mediaAssetId: z.int(),
    title: z.string(),
    startMs: z.int().meta({ description: 'Milliseconds from the start.' }),
  })
  .meta({ id: 'PublicChapter' });
