/** The schema of a resource type's fields. */
import { z } from 'zod';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

export const resourceTypeRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    displayOrder: z.int(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'ResourceType' });

export type ResourceTypeRecord = StoredOf<typeof resourceTypeRecord>;

export const resourceTypeExample = exampleOf(resourceTypeRecord, {
  id: 4,
  name: 'Handouts',
  displayOrder: 1,
});
