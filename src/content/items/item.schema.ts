/** Schemas of the item endpoints, and the declaration of the list. */
import { z } from 'zod';
import { collectionRecord } from '../records/collection.record.js';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { dateInput, id, timeInput, title } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';
import { mediaAsset } from './media-asset.record.js';
import { resourceRecord } from '../records/resource.record.js';
import { itemScripture } from '../records/scripture.record.js';
import { seriesRecord } from '../records/series.record.js';
import { speakerRecord } from '../records/speaker.record.js';
import { topicRecord } from '../records/topic.record.js';
import { itemFilters } from './item-filters.js';
import { filterStatuses, itemDetails, itemRecord, wizardSteps } from './item.record.js';

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

export type Item = StoredOf<typeof item>;

/** Maximum number of speakers or topics per item. */
export const MAX_REFERENCES = 200;
/** Only the id is used; other fields are ignored, so that expansions can be sent back. */
const references = z.array(z.object({ id }).meta({ maxProperties: 100 } as never)).max(MAX_REFERENCES);
const publishAt = timeInput.meta({
  description:
    'A future time to publish the item, or as soon as it is ready after that. It delays `autoPublish`. Publishing the item clears it, and so does null.',
});
const unpublishAt = timeInput.meta({
  description:
    'A future time from which the item is not public any more, after `publishAt`. Unpublishing the item clears it, and so does null.',
});
const urlSlug = itemDetails.urlSlug.meta({ description: 'Defaults to a slug of the title.' });

export const newItem = z
  .strictObject({
    title,
    date: dateInput,
    dateIsKnown: z.boolean().default(true),
    collectionId: id,
    speakers: references.default([]),
    topics: references.default([]),
    ...z.object({ ...itemDetails, urlSlug, publishAt, unpublishAt }).partial().shape,
    wizardStep: z
      .enum(wizardSteps)
      .default('basicDetails')
      .meta({ description: 'Stored unchanged: the item stays a draft and is not queued.' }),
  })
  .meta({ id: 'NewItem' });

const suggestion = { description: 'A suggestion by another program; null dismisses it.' };

export const itemChanges = z
  .strictObject({
    title,
    date: dateInput,
    dateIsKnown: z.boolean().meta({ description: 'Defaults to true if `date` changes.' }),
    collectionId: id.meta({
      description:
        'Moves the item to this collection. It leaves its series unless you set a `seriesId` of the new collection. If its slug is already used there, a number is added.',
    }),
    speakers: references,
    topics: references,
    ...itemDetails,
    urlSlug,
    publishAt,
    unpublishAt,
    wizardStep: z.enum(wizardSteps),
    suggestedDescription: itemDetails.description.meta(suggestion),
    suggestedShortDescription: itemDetails.shortDescription.meta(suggestion),
  })
  .partial()
  .meta({ id: 'ItemChanges' });

export type NewItem = z.output<typeof newItem>;
export type ItemChanges = z.output<typeof itemChanges>;

export const itemList: ListSpec<'item'> = {
  table: 'item',
  fields: listFields(itemRecord, {
    status: { type: 'enum', values: filterStatuses },
    speakerId: {
      type: 'integer',
      membership: { table: 'itemSpeaker', owner: 'itemId', member: 'speakerId' },
    },
    topicId: { type: 'integer', membership: { table: 'itemTopic', owner: 'itemId', member: 'topicId' } },
    ...itemFilters,
  }),
  expansions: itemExpansions,
  searched: ['title', 'subTitle'],
  defaultOrder: [{ field: 'date', direction: 'DESC' }],
};
