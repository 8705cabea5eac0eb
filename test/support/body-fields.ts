/** All fields of a JSON body, nested ones included, from its schema in the OpenAPI document. */
import type { Json } from './operations.js';

export interface Field {
  /** `['settings', 'publicSiteUrl']`; 0 stands for an element of a list. */
  path: (string | number)[];
  schema: Json;
  /** JSON types that it accepts. */
  types: string[];
}

/** Fields that are neither objects nor lists; resolves references to the document. */
export const fieldsOf = (document: Json, schema: Json, path: (string | number)[] = []): Field[] => {
  const whole = resolved(document, schema);
  const forms: Json[] = (whole.anyOf ?? whole.oneOf ?? [whole]).map((form: Json) => resolved(document, form));
  const inner = forms.flatMap((form) => [
    ...Object.entries<Json>(form.properties ?? {}).flatMap(([name, one]) =>
      fieldsOf(document, one, [...path, name]),
    ),
    ...(form.items ? fieldsOf(document, form.items, [...path, 0]) : []),
  ]);
  if (inner.length > 0) return inner;
  const types = forms.flatMap((form) => form.type ?? []);
  return path.length > 0 ? [{ path, schema, types }] : [];
};

const resolved = (document: Json, schema: Json): Json =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;

/** The body with a value at this path; creates missing parents. */
export const withValue = (body: Json, [first, ...rest]: (string | number)[], value: Json): Json => {
  if (first === undefined) return value;
  const inner = withValue(body?.[first], rest, value);
  if (typeof first === 'number') return [inner, ...(Array.isArray(body) ? body.slice(1) : [])];
  return { ...body, [first]: inner };
};
