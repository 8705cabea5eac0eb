/** What the item endpoints take and answer, and how items are listed. */
import { z } from 'zod';
import { collectionRecord } from '../records/collection.record.js';
import type { ListField, ListSpec } from '../../platform/db/list-query.js';
import { dateInput, id, longText, nullableInt, slug, text, title } from '../../platform/lib/fields.js';
import { mediaAsset } from '../records/media-asset.record.js';
import { resourceRecord } from '../records/resource.record.js';
import { itemScripture } from '../records/scripture.record.js';
import { seriesRecord } from '../records/series.record.js';
import { speakerRecord } from '../records/speaker.record.js';
import { topicRecord } from '../records/topic.record.js';
import { filterStatuses, itemRecord, wizardSteps } from '../records/item.record.js';

export const itemExpansions = [
  'collection',
  'series',
  'speakers',
  'scriptures',
  'mediaAssets',
  'resources',
  'topics',
] as const;
export type ItemExpansion = (typeof itemExpansions)[number];

export const item = itemRecord
  .extend({
    collection: collectionRecord.nullable().optional().meta({ description: 'With `_expand[]=collection`.' }),
    series: seriesRecord.nullable().optional().meta({ description: 'With `_expand[]=series`.' }),
    speakers: z.array(speakerRecord).optional().meta({ description: 'With `_expand[]=speakers`.' }),
    scriptures: z.array(itemScripture).optional().meta({ description: 'With `_expand[]=scriptures`.' }),
    mediaAssets: z.array(mediaAsset).optional().meta({ description: 'With `_expand[]=mediaAssets`.' }),
    resources: z.array(resourceRecord).optional().meta({ description: 'With `_expand[]=resources`.' }),
    topics: z.array(topicRecord).optional().meta({ description: 'With `_expand[]=topics`.' }),
  })
  .meta({ id: 'Item' });

export type Item = z.input<typeof item>;

const references = z.array(z.strictObject({ id })).max(200);
const shortText = text(2_000).nullable();
const flag = z.boolean().nullable();

const details = {
  subTitle: text(500).nullable(),
  description: longText.nullable(),
  shortDescription: shortText,
  urlSlug: slug.nullable().meta({ description: 'Made from the title where absent.' }),
  seriesId: id.nullable(),
  orderInSeries: nullableInt,
  autoAcceptScriptures: flag,
  autoAcceptMediaChapters: flag,
  autoPublish: flag.meta({ description: 'Publish by itself once it is ready.' }),
};

const optional = z.object(details).partial().shape;

export const newItem = z
  .strictObject({
    title,
    date: dateInput,
    collectionId: id,
    speakers: references.default([]),
    topics: references.default([]),
    ...optional,
    wizardStep: z.enum(['basicDetails', 'artwork']).default('basicDetails'),
  })
  .meta({ id: 'NewItem' });

const dismissed = z.null().meta({ description: 'Null dismisses the suggestion.' });

export const itemChanges = z
  .strictObject({
    title,
    date: dateInput,
    collectionId: id.meta({
      description:
        'Moves the item; without a `seriesId` of the new collection it leaves its series, and its slug gets a number when it is taken there.',
    }),
    speakers: references,
    topics: references,
    ...details,
    wizardStep: z.enum(wizardSteps),
    suggestedDescription: dismissed,
    suggestedShortDescription: dismissed,
  })
  .partial()
  .meta({ id: 'ItemChanges' });

export type NewItem = z.output<typeof newItem>;
export type ItemChanges = z.output<typeof itemChanges>;

const string: ListField = { type: 'string', nullable: true };
const integer: ListField = { type: 'integer', nullable: true };
const boolean: ListField = { type: 'boolean', nullable: true };
const dateTime: ListField = { type: 'dateTime', nullable: true };

export const itemList: ListSpec<'item'> = {
  table: 'item',
  fields: {
    id: { type: 'integer' },
    title: { type: 'string' },
    subTitle: string,
    description: string,
    shortDescription: string,
    date: { type: 'date' },
    collectionId: { type: 'integer' },
    seriesId: integer,
    orderInSeries: integer,
    urlSlug: string,
    durationSecs: integer,
    status: { type: 'enum', values: filterStatuses },
    wizardStep: { type: 'enum', values: wizardSteps },
    publishedDate: dateTime,
    autoPublish: boolean,
    squareImgUrl: string,
    wideImgUrl: string,
    ultraWideImgUrl: string,
    verticalImgUrl: string,
    entryDate: { type: 'dateTime' },
    suggestedDescription: string,
    suggestedShortDescription: string,
    errorMessage: string,
    indexedMediaAssetId: integer,
    autoAcceptScriptures: boolean,
    autoAcceptMediaChapters: boolean,
    transcriptUrl: string,
    deletedDate: dateTime,
    speakerId: {
      type: 'integer',
      membership: { table: 'itemSpeaker', owner: 'itemId', member: 'speakerId' },
    },
    topicId: { type: 'integer', membership: { table: 'itemTopic', owner: 'itemId', member: 'topicId' } },
  },
  expansions: itemExpansions,
  searched: ['title', 'subTitle'],
  defaultOrder: [{ field: 'date', direction: 'DESC' }],
};
