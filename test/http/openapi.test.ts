/** The OpenAPI documents are valid and complete, and their examples match their schemas. */
import { validate } from '@readme/openapi-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { createChecker, operationsOf, successOf, type Json } from '../support/operations.js';
import { useApp } from '../support/start-app.js';

// They are generated from declarations, so one engine is enough.
describe('the OpenAPI documents', () => {
  const app = useApp();
  const documents: Record<string, Json> = {};
  beforeAll(async () => {
    documents.private = (await app.demo.api.get('/openapi.json')).body;
    documents.public = (await app.demo.site.get('/openapi.json')).body;
    const root = createClient(new URL(app.publicUrl).origin);
    documents.pages = (await root.get('/openapi.json')).body;
  });

  describe.each(['private', 'public', 'pages'])('%s', (host) => {
    it('passes a validator', async () => {
      const result = await validate(structuredClone(documents[host]));
      expect(result).toMatchObject({ valid: true, warnings: [] });
    });

    it('gives every operation a unique name', () => {
      const names = operationsOf(documents[host]).map(({ declared }) => declared.operationId);
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
      expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/.test(name))).toEqual([]);
    });

    it('documents which responses support conditional requests', () => {
      const revalidated = operationsOf(documents[host]).filter(({ declared }) => declared.responses['304']);
      if (host === 'private') expect(revalidated).toEqual([]);
      else
        expect(revalidated.map(({ name }) => name)).toContain(
          host === 'public' ? 'GET /config' : 'GET /items/{slug}',
        );
      expect(revalidated.filter(({ name }) => name.includes('/search'))).toEqual([]);
      for (const { declared } of revalidated) expect(declared.responses['200'].headers.ETag).toBeDefined();
    });

    it('declares each path parameter, and no empty schema', () => {
      for (const { name, declared, pathParameters } of operationsOf(documents[host])) {
        const parameters: Json[] = declared.parameters ?? [];
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map((parameter) => parameter.name).sort(), name).toEqual([...pathParameters].sort());
        const vague = parameters.filter(({ schema }) => !schema.type && !schema.$ref && !schema.anyOf);
        expect(
          vague.map((parameter) => parameter.name),
          name,
        ).toEqual([]);
      }
    });

    it('shows a valid example of each request and response', () => {
      const document = documents[host];
      const check = createChecker(document);
      const wrong: string[] = [];
      const expectFit = (where: string, media: Json): void => {
        if (media.example === undefined) wrong.push(`${where}: no example`);
        else wrong.push(...check(media.schema, media.example).map((problem) => `${where}: ${problem}`));
      };
      for (const operation of operationsOf(document)) {
        const { name, declared } = operation;
        for (const [type, media] of Object.entries<Json>(successOf(operation).content))
          expectFit(`${name} answer ${type}`, media);
        const bodies = Object.entries<Json>(declared.requestBody?.content ?? {});
        const shown = bodies.filter(([type, media]) => type === 'application/json' || media.example);
        for (const [type, media] of shown) expectFit(`${name} body ${type}`, media);
        for (const { name: parameter, schema, in: place } of declared.parameters ?? [])
          if (schema.example !== undefined || place === 'path')
            expectFit(`${name} ${parameter}`, { schema, example: schema.example });
      }
      expect(wrong).toEqual([]);
    });
  });
});
