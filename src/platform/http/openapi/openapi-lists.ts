/** Lists in the OpenAPI document: their parameters and the description of filters. */
import { z } from 'zod';
import { operators, type ListField, type ListSpec } from '../../db/list-query.js';
import {
  DEFAULT_LIMIT,
  MAX_EXPANSIONS,
  MAX_FILTER_LENGTH,
  MAX_FILTERS,
  MAX_IN_VALUES,
  MAX_LIKE_FILTERS,
  MAX_LIMIT,
  MAX_ORDERS,
  MAX_PATTERN_LENGTH,
  MAX_FILTER_WORDS,
  MAX_FILTER_WORDS_LENGTH,
  sortable,
  UNDIRECTED_ORDER,
} from '../endpoint/list-params.js';

/** Longer than the name of any field. */
const MAX_ORDER_LENGTH = 100;

/** The query parameters of a list. */
export const listQuery = (spec: ListSpec): z.ZodObject => {
  const names = sortable(spec);
  const isCounted = names.includes(UNDIRECTED_ORDER);
  const order = z
    .string()
    .max(MAX_ORDER_LENGTH)
    .regex(isCounted ? /^(itemCount|[a-zA-Z]+,(ASC|DESC))$/ : /^[a-zA-Z]+,(ASC|DESC)$/);
  const common = {
    _limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).meta({ description: 'Results per page.' }),
    _offset: z.int().min(0).default(0).meta({ description: 'Results to skip.' }),
    '_orderBy[]': z
      .array(order)
      .max(MAX_ORDERS)
      .optional()
      .meta({
        description: `fieldName,ASC or fieldName,DESC${isCounted ? '; itemCount alone is ascending' : ''}. Fields: ${names.join(', ')}.`,
        example: ['id,ASC'],
      }),
    ...(spec.expansions.length > 0 && {
      '_expand[]': z
        .array(z.enum(spec.expansions as [string]))
        .max(MAX_EXPANSIONS)
        .optional()
        .meta({ description: 'Related records to include. `_expand=a,b` means the same.' }),
    }),
    _withDeleted: z.boolean().default(false).meta({ description: 'Include soft-deleted records.' }),
    _q: z
      .string()
      .max(MAX_FILTER_WORDS_LENGTH)
      .optional()
      .meta({
        description: `Words that must all occur in ${spec.searched.join(', ')}; at most ${MAX_FILTER_WORDS}.`,
      }),
  };
  const filters = Object.entries(spec.fields).map(
    ([name, field]) => [name, filterType(field).optional()] as const,
  );
  return z.object({ ...common, ...Object.fromEntries(filters) });
};

const filterType = (field: ListField): z.ZodType => {
  switch (field.type) {
    case 'integer':
      return z.int();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'enum':
      return z.enum(field.values as [string]);
    case 'date':
      return z.string().meta({ format: 'date' });
    case 'dateTime':
      return z.string().meta({ format: 'date-time' });
    case 'string':
      return z.string().max(MAX_FILTER_LENGTH);
  }
};

/** The description of the filters of an operation. */
export const listText = (spec: ListSpec): string =>
  `Filters: \`field=value\` matches exactly; \`field.operator=value\` with the operators ${operators.map((o) => `\`${o}\``).join(', ')} ` +
  `(comma-separated values for \`in\` and \`bt\`, in double quotes where one contains a comma, true or false for \`nl\`, a pattern with % and _ for \`like\`). At most ${MAX_FILTERS} filters, ${MAX_LIKE_FILTERS} with \`like\`; ${MAX_IN_VALUES} values in \`in\`, ${MAX_PATTERN_LENGTH} characters in a pattern. Fields: ${Object.keys(spec.fields).join(', ')}.`;
