/** docs/api.md: every operation of both hosts, from their declarations. */
import type { Endpoint } from '../../src/platform/http/endpoint.js';

export interface Host {
  heading: string;
  prefix: string;
  endpoints: readonly Endpoint[];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

const scopeOf = ({ scope }: Endpoint): string => {
  if (scope === 'public' || scope === 'open') return 'none';
  return scope === 'link' ? 'signed address' : `\`${scope}\``;
};

const row = (endpoint: Endpoint): string => {
  const { method, path, summary, description } = endpoint;
  const place = endpoint.atRoot ? 'At the root of the host' : undefined;
  const what = [summary, description, place].filter(Boolean).join('. ').replaceAll('..', '.');
  return `| ${method} | \`${path}\` | ${scopeOf(endpoint)} | ${cell(what)} |`;
};

const section = ({ heading, prefix, endpoints }: Host): string[] => {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  return [
    `## ${heading}`,
    `${endpoints.length} operations below \`${prefix}\`; the OpenAPI document is at \`${prefix}/openapi.json\`, its pages at \`${prefix}/docs\`.`,
    ...tags.flatMap((tag) => [
      `### ${tag}`,
      [
        '| Method | Path | Scope | What it does |',
        '| --- | --- | --- | --- |',
        ...endpoints.filter((endpoint) => endpoint.tag === tag).map(row),
      ].join('\n'),
    ]),
  ];
};

const conventions = `Creates answer 201 and take an \`Idempotency-Key\` header: for 24 hours the same key with the same body gets the first answer again and creates nothing;
another body or call under it gets 409, as does a call that comes while the first is running. A refused call frees its key. The
answer is stored after the call has committed: where the process dies in between, the key is busy for a minute, and a call with
it after that runs anew. The secret of a new API token is stored under encrypt: only the token that asked for it gets it again.

Answers of one record carry its version as \`ETag\`; a PATCH with \`If-Match\` changes that version only, else it gets 412. Answers of
1 KB and more are packed with Brotli or gzip where \`Accept-Encoding\` says so. Answers of the public host, searches apart, carry a
weak \`ETag\` and answer 304 to \`If-None-Match\`.

Lists take \`_limit\`, \`_offset\`, \`_orderBy[]\`, \`_expand[]\`, \`_withDeleted\`, \`_q\`, and filters on every field, bare or with an operator:
\`field=value\`, \`field.ne=value\`, \`field.in=a,b\`, \`field.lt\`, \`.le\`, \`.gt\`, \`.ge\`, \`field.bt=from,to\`, \`field.nl=true\`, \`field.like=%text%\`.`;

/** The page as Markdown. */
export const apiPage = (hosts: readonly Host[]): string => {
  const count = hosts.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  return `${[
    '# The API',
    '<!-- Made by `npm run docs:api` from the declarations of the endpoints. -->',
    `${count} operations on two hosts.`,
    conventions,
    ...hosts.flatMap(section),
  ].join('\n\n')}\n`;
};
