/** Schemas of the resource type endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { dateTimeOutput, newPosition, title } from '../../platform/lib/fields.js';
import { exampleOf } from '../../platform/lib/example.js';
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

export const newResourceType = z.strictObject({ name: title }).meta({ id: 'NewResourceType' });

export const resourceTypeChanges = z
  .strictObject({
    name: title,
    displayOrder: newPosition('resource types'),
  })
  .partial()
  .meta({ id: 'ResourceTypeChanges' });

export type NewResourceType = z.output<typeof newResourceType>;
export type ResourceTypeChanges = z.output<typeof resourceTypeChanges>;

export const resourceTypeList: ListSpec<'resourceType'> = {
  table: 'resourceType',
  fields: listFields(resourceTypeRecord),
  expansions: [],
  searched: ['name'],
  defaultOrder: [{ field: 'displayOrder', direction: 'ASC' }],
};
