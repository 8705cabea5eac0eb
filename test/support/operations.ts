/** The operations of an OpenAPI document, for tests that cover all of them. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export type Json = any;

export interface Operation {
  method: string;
  path: string;
  /** `GET /items/{itemId}` */
  name: string;
  declared: Json;
  /** The scope that the request needs. */
  scope: string | undefined;
  pathParameters: string[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations without an account, which test/http/operations-without-account.test.ts tests. */
const OPEN_TAGS = ['Files', 'Health', 'Reference', 'Components'];
const isOpen = ({ declared }: Operation): boolean => OPEN_TAGS.includes(declared.tags[0]);

/** Whether the response is an endless stream. */
export const isStream = ({ declared }: Pick<Operation, 'declared'>): boolean =>
  declared.responses?.['200']?.content?.['text/event-stream'] !== undefined;

/** Streams that do not end, which test/http/activity.test.ts tests. */
const ENDLESS_TAG = 'Activity';

/** The operations of an account that end. */
export const operationsOf = (document: Json): Operation[] =>
  everyOperationOf(document).filter(
    (operation) => !isOpen(operation) && operation.declared.tags[0] !== ENDLESS_TAG,
  );

/** The operations without an account: files, health, API reference, scripts of the web components. */
export const openOperationsOf = (document: Json): Operation[] => everyOperationOf(document).filter(isOpen);

export const everyOperationOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      method: method.toUpperCase(),
      path,
      name: `${method.toUpperCase()} ${path}`,
      declared: item[method],
      scope: /Scope: `([\w:]+)`/.exec(item[method].description ?? '')?.[1],
      pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
    })),
  );

/** The methods that the document declares for a concrete path. */
export const methodsAt = (document: Json, concrete: string): string[] => {
  const matching = operationsOf(document).filter(({ path }) =>
    new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(concrete),
  );
  // Fixed segments come before parameters: `/items/create` is not an item.
  const [first] = matching.map(({ path }) => path.replace(/\{\w+\}/g, '~')).sort();
  return matching.filter(({ path }) => path.replace(/\{\w+\}/g, '~') === first).map(({ method }) => method);
};

/** Checks values against schemas of the document. Compiles each component once. */
export const createChecker = (document: Json) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: DOCUMENT });
  const places = schemaPlaces(document);
  const known = new Map<Json, ValidateFunction>();
  /** The problems of the value; empty if it matches. */
  return (schema: Json, value: unknown): string[] => {
    const place = places.get(schema);
    const validate =
      known.get(schema) ?? ajv.compile(place ? { $ref: `${DOCUMENT}#${place}` } : inDocument(schema));
    known.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ''}`);
  };
};

const DOCUMENT = 'https://lectern.example/openapi.json';

/** A part of a schema, with what it refers to. */
const inDocument = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${DOCUMENT}#`));

/** URI fragments with JSON pointers to the document's schemas. */
const schemaPlaces = (document: Json): Map<Json, string> => {
  const places = new Map<Json, string>();
  const walk = (value: Json, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, child] of Object.entries<Json>(value)) {
      const at = `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
      if (name === 'schema') places.set(child, at);
      else walk(child, at);
    }
  };
  walk(document.paths, '/paths');
  return places;
};

/** The first declared success: its status, and its content by content type. */
export const successOf = ({ declared }: Operation): { status: number; content: Json } => {
  const status = Object.keys(declared.responses).find((code) => code.startsWith('2')) ?? '';
  return { status: Number(status), content: declared.responses[status]?.content };
};
