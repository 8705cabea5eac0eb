/** Schemas of the resource type endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields } from '../../platform/db/list-fields.js';
import type { ListSpec } from '../../platform/db/list-query.js';
import { newPosition, title } from '../../platform/lib/fields.js';
import { resourceTypeRecord } from './resource-type.record.js';

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
