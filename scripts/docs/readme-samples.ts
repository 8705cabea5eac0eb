/** Updates the samples in README.md with searches of the sample library. */
import { format, resolveConfig } from 'prettier';
import type { Catalog } from '../seed/catalog.js';

interface SearchResponse {
  query: string;
  mode: string;
  results: {
    item: { title: string; date: string; speakers: { name: string }[] };
    passages: { text: string; startMs: number; endMs: number }[];
  }[];
}
type Search = (query: string) => Promise<SearchResponse>;

/** One result with one passage, without the fields that vary between runs (ids, scores). */
const searchSample = async (search: Search, { questions }: Catalog): Promise<string> => {
  const { query, mode, results } = await search(questions[0]?.q ?? '');
  const shortened = results.slice(0, 1).map(({ item: { title, date, speakers }, passages }) => ({
    item: { title, date, speakers: speakers.map(({ name }) => ({ name })) },
    passages: passages
      .slice(0, 1)
      .map(({ text, startMs, endMs }) => ({ text: `${beginning(text)} …`, startMs, endMs })),
  }));
  return ['```json', JSON.stringify({ query, mode, results: shortened }), '```'].join('\n');
};

/** The first sentences of a text, at least 70 characters. */
const beginning = (text: string): string => /^.{70,}?[.?!]"?(?=\s|$)/su.exec(text)?.[0] ?? text;

const questionsSample = async (search: Search, { questions }: Catalog): Promise<string> => {
  const rows: string[] = [];
  for (const { q } of questions)
    rows.push(`| ${q} | ${(await search(q)).results[0]?.item.title ?? 'nothing'} |`);
  return ['| Question | Finds |', '| --- | --- |', ...rows].join('\n');
};

const samples: Record<string, (search: Search, catalog: Catalog) => Promise<string>> = {
  search: searchSample,
  questions: questionsSample,
};

const MARKED = /(<!-- sample: (\w+) -->).*?(<!-- \/sample -->)/gs;

/**
 * Returns the page with every sample updated.
 *
 * @param search searches the public host of an account that has the sample library
 * @throws {Error} when the page names an unknown sample, or contains none
 */
export const withSamples = async (readme: string, search: Search, catalog: Catalog): Promise<string> => {
  const made = new Map<string, string>();
  for (const [, , name = ''] of readme.matchAll(MARKED)) {
    const make = samples[name];
    if (!make) throw new Error(`README.md: there is no sample ${name}`);
    made.set(name, await make(search, catalog));
  }
  if (made.size === 0) throw new Error('README.md: no sample is marked');
  const filled = readme.replace(
    MARKED,
    (_all, start: string, name: string, end: string) => `${start}\n\n${made.get(name) ?? ''}\n\n${end}`,
  );
  return format(filled, { ...(await resolveConfig('README.md')), parser: 'markdown' });
};
