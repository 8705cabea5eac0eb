/** client/*-api.ts: the types of one host's OpenAPI document. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { Endpoint } from '../../src/platform/http/endpoint.js';
import { openApiDocument, type DocumentInfo } from '../../src/platform/http/openapi.js';

interface Operation {
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
  requestBody?: { content: Record<string, { example?: unknown }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** All refusals look alike: one `default` stands for them. Examples are no types. */
const lean = ({ responses, requestBody, ...rest }: Operation): Operation => {
  const [success] = Object.entries(responses).filter(([code]) => code.startsWith('2'));
  const [refusal] = Object.entries(responses).filter(([code]) => code.startsWith('4'));
  for (const media of Object.values({ ...requestBody?.content, ...success?.[1].content }))
    delete media.example;
  return {
    ...rest,
    ...(requestBody && { requestBody }),
    responses: {
      ...(success && { [success[0]]: success[1] }),
      ...(refusal && { default: { ...refusal[1], description: 'A refusal' } }),
    },
  } as Operation;
};

/** TypeScript that exports `paths`, `components` and `operations`. */
export const clientTypes = async (endpoints: readonly Endpoint[], info: DocumentInfo): Promise<string> => {
  // Health is at the root of the host: not below the base URL that a client is given.
  const below = endpoints.filter(({ atRoot }) => !atRoot);
  // As it is served: as JSON.
  const document = JSON.parse(JSON.stringify(openApiDocument(below, info))) as Document;
  for (const methods of Object.values(document.paths))
    for (const [method, operation] of Object.entries(methods)) methods[method] = lean(operation);
  const types = await openapiTS(document as unknown as OpenAPI3, {
    defaultNonNullable: false,
    alphabetize: true,
  });
  return `/** Types of the ${info.title}, made by \`npm run client\` from its OpenAPI document. */\n\n${astToString(types)}`;
};
