/** Detecting the language of a query, and what must not be mistaken for another one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryLanguage } from '../../indexer/index.js';
import { foreignQueries } from '../../scripts/eval/queries.js';
import { readCatalog } from '../../scripts/seed/catalog.js';

const ROOT = resolve(import.meta.dirname, '../..');
const DATA = resolve(ROOT, '../shared/data');
/** Maximum share of English texts that may be taken for another language. */
const MAX_FALSE = 6 / 17_500;

describe('queryLanguage', () => {
  it.each([...foreignQueries()])('detects most searches in %s', (language, queries) => {
    const seen = queries.map((query) => queryLanguage(query));
    expect(seen.filter((one) => one === language).length).toBeGreaterThanOrEqual(seen.length * 0.8);
    expect(seen.filter((one) => one !== language && one !== null)).toEqual([]);
  });

  it.each(
    (
      'Quillfeather|Jesus Christ|Los Angeles|El Shaddai|Las Vegas|Des Moines|Van der Berg|amor fati|via dolorosa|carpe diem|' +
      'Saint Francis de Sales|vox populi, vox Dei|John 3:16|Salmo 84|Vergebung|perdón|gift|die|MIT|C. S. Lewis|déjà vu|xqzt blorf|' +
      '愛について|о любви|"was sagt die Bibel über die Angst"|12 34||  |-'
    ).split('|'),
  )('is uncertain about "%s"', (query) => {
    expect(queryLanguage(query)).toBeNull();
  });

  it('mistakes no English title, topic or question of the samples for another language', async () => {
    const { items, topics, questions } = await readCatalog(ROOT);
    const texts = [...items.map(({ title }) => title), ...topics.map(({ name }) => name)];
    expect(new Set(texts.map(queryLanguage))).toEqual(new Set(['en', null]));
    expect(new Set(questions.map(({ q }) => queryLanguage(q)))).toEqual(new Set(['en']));
  });

  it.skipIf(!existsSync(DATA))(
    'mistakes few English titles, topics and sentences for another language',
    () => {
      const folders = ['sermons', 'eval/sermons', 'talks'].map((folder) => join(DATA, folder));
      const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
      const talks = files
        .filter((file) => file.endsWith('.md'))
        .flatMap((file) => {
          const text = readFileSync(file, 'utf8').replace(/\*\*.*?\*\*|\\?\[[\d:]+\\?\]/g, ' ');
          const sentences = text.match(/[^.!?\n]+[.!?]+/g) ?? [];
          return [/^# (.*)$/m.exec(text)?.[1] ?? '', ...sentences.slice(0, 14)];
        });
      const topics = ['topics/topic-verses-dev.tsv', 'eval/topic-verses-eval.tsv'].flatMap((file) =>
        readFileSync(join(DATA, file), 'utf8')
          .split('\n')
          .map((line) => line.split('\t')[0]!),
      );
      const texts = [...new Set([...talks, ...topics])];
      expect(texts.length).toBeGreaterThan(15_000);
      const taken = texts.filter((text) => ![null, 'en'].includes(queryLanguage(text)));
      expect(taken.length, taken.join('\n')).toBeLessThanOrEqual(texts.length * MAX_FALSE);
    },
  );
});
