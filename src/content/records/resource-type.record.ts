/** A resource type's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';

export const resourceTypeRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    displayOrder: z.int(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'ResourceType' });

export type ResourceTypeRecord = z.input<typeof resourceTypeRecord> & Sourced;

export const toResourceType = (row: Row<'resourceType'>): ResourceTypeRecord => ({
  id: row.id,
  name: row.name,
  displayOrder: row.displayOrder,
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const resourceTypeExample: ResourceTypeRecord = {
  id: 4,
  name: 'Handouts',
  displayOrder: 1,
  deletedDate: null,
};
