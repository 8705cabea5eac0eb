/** Schemas of the resource type endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { title } from '../../platform/lib/fields.js';
import { resourceTypeRecord } from './resource-type.record.js';

export const newResourceType = z.strictObject({ name: title }).meta({ id: 'NewResourceType' });

export const resourceTypeChanges = z
  .strictObject({
    name: title,
    displayOrder: z.int().min(1).meta({
      description:
        'New position, from 1; the resource types after it move. A position beyond the end means last.',
    }),
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
