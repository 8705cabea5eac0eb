/** Sends operations of an OpenAPI document with their examples, for tests that cover all of them. */
import type { Answer, Client } from './client.js';
import { multipart, picture } from './images.js';
import type { Json, Operation } from './operations.js';
import { ownId } from './own-ids.js';
import type { Tenant, TestApp } from './start-app.js';

/** The path with ids of the tenant's own records, or with an unknown id. */
export const pathOf = async (
  app: TestApp,
  { path, declared }: Operation,
  tenant?: Tenant,
): Promise<string> => {
  let concrete = path;
  for (const { name, in: place, schema } of declared.parameters ?? []) {
    if (place !== 'path') continue;
    const id =
      schema.type !== 'integer'
        ? name === 'slug' && tenant
          ? await slugOf(tenant)
          : 'nothing'
        : tenant
          ? await ownId(app, tenant, name)
          : Number.MAX_SAFE_INTEGER;
    concrete = concrete.replace(`{${name}}`, String(id));
  }
  return concrete;
};
const slugOf = async ({ api }: Tenant): Promise<string> => (await api.get('/items')).body.items[0].urlSlug;
/** Sends the operation with its example body, or with a picture if it takes a form. */
export const callOperation = async (
  client: Client,
  { method, declared }: Operation,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const content: [string, Json][] = Object.entries(declared.requestBody?.content ?? {});
  const [type, media] = content[0] ?? [];
  const form = type === 'multipart/form-data' ? await formOf(media) : undefined;
  return client.send(method, path, form?.body ?? (media && (media.example ?? 'WEBVTT')), {
    ...(type && { 'Content-Type': form?.type ?? type }),
    ...headers,
  });
};

/** A form with a picture in each of its parts. */
const formOf = async ({ schema }: Json): ReturnType<typeof multipart> => {
  const png = await picture('png', 4, 4);
  return multipart(
    ...Object.keys(schema.properties).map((name) => [name, png, 'a.png'] as [string, Buffer, string]),
  );
};
