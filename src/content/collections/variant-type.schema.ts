/** Schemas of the variant type endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { newPosition, title } from '../../platform/lib/fields.js';
import { mediaContentTypes, variantTypeRecord } from '../records/variant-type.record.js';

const contentType = z.enum(mediaContentTypes);
const indexable = z.boolean();

export const newVariantType = z
  .strictObject({ name: title, contentType, indexable: indexable.default(true) })
  .meta({ id: 'NewMediaVariantType' });

export const variantTypeChanges = z
  .strictObject({
    name: title,
    contentType: contentType.meta({ description: '409 if media assets use this type.' }),
    indexable,
    displayOrder: newPosition('variant types'),
  })
  .partial()
  .meta({ id: 'MediaVariantTypeChanges' });

export type NewVariantType = z.output<typeof newVariantType>;
export type VariantTypeChanges = z.output<typeof variantTypeChanges>;

export const variantTypeList: ListSpec<'variantType'> = {
  table: 'variantType',
  fields: listFields(variantTypeRecord),
  expansions: [],
  searched: ['name'],
  defaultOrder: [{ field: 'displayOrder', direction: 'ASC' }],
};
