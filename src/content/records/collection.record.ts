/**
 * The schema of a collection's own fields.
 * Below `items/`, because collections and items can be expanded with each other.
 */
import { z } from 'zod';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import { artworkFields } from './artwork-fields.js';
import { feedSettings, noFeedSettings } from './feed-settings.js';

export const itemDescriptors = ['sermon', 'message', 'teaching', 'episode'] as const;
export const contentFormats = ['sermon', 'interview'] as const;

export const collectionRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    itemDescriptor: z.enum(itemDescriptors),
    contentFormat: z.enum(contentFormats),
    fullService: z.boolean().meta({ description: 'Items are full services rather than a single sermon.' }),
    defaultLanguage: z
      .string()
      .nullable()
      .meta({ description: 'BCP 47. Language of items that have none, and whose transcript states none.' }),
    feed: feedSettings.meta({ description: 'Settings of the podcast feed.' }),
    squareImgUrl: artworkFields.squareImgUrl.meta({ description: 'Cover of the podcast feed.' }),
    squareImgMetadata: artworkFields.squareImgMetadata,
    createdBy: author.nullable(),
    updatedBy: author.nullable(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'CollectionRecord' });

export const collectionExample = exampleOf(collectionRecord, {
  id: 1,
  name: 'Sermons',
  itemDescriptor: 'sermon',
  contentFormat: 'sermon',
  fullService: false,
  feed: {
    ...noFeedSettings,
    ownerName: 'Demo Church',
    ownerEmail: 'podcast@demo.example.org',
    category: 'Religion & Spirituality > Christianity',
  },
});
