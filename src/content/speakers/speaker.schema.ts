/** Schemas of the speaker endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { title } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';
import { countOfItems } from '../items/item-links.repository.js';
import { itemRecord } from '../items/item.record.js';
import { speakerDetails, speakerRecord } from '../records/speaker.record.js';

export const speakerExpansions = ['items'] as const;

export const speaker = speakerRecord
  .extend({
    items: z.array(itemRecord).optional().meta({ description: 'With `_expand[]=items`, newest first.' }),
  })
  .meta({ id: 'Speaker' });

export type Speaker = StoredOf<typeof speaker>;

export const newSpeaker = z
  .strictObject({
    name: title,
    bio: speakerDetails.bio.default(null),
    imageFilename: speakerDetails.imageFilename.default(null),
  })
  .meta({ id: 'NewSpeaker' });

export const speakerChanges = z
  .strictObject({ name: title, ...speakerDetails })
  .partial()
  .meta({ id: 'SpeakerChanges' });

export type NewSpeaker = z.output<typeof newSpeaker>;
export type SpeakerChanges = z.output<typeof speakerChanges>;

export const speakerList: ListSpec<'speaker'> = {
  table: 'speaker',
  fields: listFields(speakerRecord, {
    itemCount: { type: 'integer', expression: countOfItems('itemSpeaker') },
  }),
  expansions: speakerExpansions,
  searched: ['name'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
};
