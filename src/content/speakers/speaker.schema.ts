/** What the speaker endpoints take and answer, and how speakers are listed. */
import { z } from 'zod';
import type { ListSpec } from '../../platform/db/list-query.js';
import { longText, text, title } from '../../platform/lib/fields.js';
import { countOfItems } from '../items/item-links.js';
import { itemRecord } from '../records/item.record.js';
import { speakerRecord } from '../records/speaker.record.js';

export const speakerExpansions = ['items'] as const;

export const speaker = speakerRecord
  .extend({
    items: z.array(itemRecord).optional().meta({ description: 'With `_expand[]=items`, newest first.' }),
  })
  .meta({ id: 'Speaker' });

export type Speaker = z.input<typeof speaker>;

export const newSpeaker = z
  .strictObject({
    name: title,
    bio: longText.nullable().default(null),
    imageFilename: text(255).nullable().default(null),
  })
  .meta({ id: 'NewSpeaker' });

export const speakerChanges = z
  .strictObject({ name: title, bio: longText.nullable(), imageFilename: text(255).nullable() })
  .partial()
  .meta({ id: 'SpeakerChanges' });

export type NewSpeaker = z.output<typeof newSpeaker>;
export type SpeakerChanges = z.output<typeof speakerChanges>;

export const speakerList: ListSpec<'speaker'> = {
  table: 'speaker',
  fields: {
    id: { type: 'integer' },
    name: { type: 'string' },
    bio: { type: 'string', nullable: true },
    imageUrl: { type: 'string', nullable: true },
    imageFilename: { type: 'string', nullable: true },
    itemCount: { type: 'integer', expression: countOfItems('itemSpeaker') },
    deletedDate: { type: 'dateTime', nullable: true },
  },
  expansions: speakerExpansions,
  searched: ['name'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
};
