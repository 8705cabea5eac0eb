/** Search results for the sample talks with the shipped model and the embedded index. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSearcher,
  EmbedderUnavailableError,
  embedItems,
  IndexUnavailableError,
  type Searcher,
  type SearchMode,
  type SearchRequest,
} from '../../indexer/index.js';
import { sampleIndex, type SampleIndex } from '../support/sample-index.js';

const NONSENSE = [
  'xqzt blorf',
  'asdfgh',
  'lkjw eroiu zxcv',
  'qwrtp',
  'konizep wubrat',
  '12345 98765',
  '!!! ???',
  '🎉🎉',
];
const MODES: SearchMode[] = ['hybrid', 'semantic', 'keyword'];

describe('search', () => {
  let sample: SampleIndex;
  let searcher: Searcher;
  const filter = { accountId: 1, publishedOnly: true };

  const search = (text: string, more: Partial<SearchRequest> = {}) =>
    searcher.search({ text, mode: 'hybrid', filter, limit: 10, offset: 0, passages: 3, ...more });
  const titles = async (text: string, more: Partial<SearchRequest> = {}): Promise<string[]> =>
    (await search(text, more)).results.map(({ itemId }) => sample.titleOf(itemId));

  beforeAll(async () => {
    sample = await sampleIndex();
    searcher = createSearcher(sample);
  });
  afterAll(() => sample.dispose());

  it('ranks the right talk first for each of the ten questions', async () => {
    for (const { q, item } of sample.catalog.questions) expect([q, (await titles(q))[0]]).toEqual([q, item]);
  });

  it('finds a talk by its title, whatever its text', async () => {
    for (const { title } of sample.catalog.items) {
      for (const mode of ['hybrid', 'keyword'] as const)
        expect([mode, (await titles(title.toLowerCase(), { mode }))[0]]).toEqual([mode, title]);
    }
  });

  it('shows the passage with the remembered words and highlights them', async () => {
    const { results } = await search('a coin worth less than the jam jar lid');
    const [passage] = results[0]!.passages;
    expect(sample.titleOf(results[0]!.itemId)).toBe('Two Coins in the Box');
    expect(passage!.startMs).not.toBeNull();
    const marked = passage!.highlights.map(([start, end]) => passage!.text.slice(start, end).toLowerCase());
    expect(marked).toEqual(expect.arrayContaining(['jam', 'jar', 'lid']));
  });

  it('ranks adjacent words above passages that are merely similar', async () => {
    const some = await search('wheel', { passages: 10 });
    expect(some.results.length).toBeGreaterThan(0);
    const source = (await search('bees waiting honey')).results[0]!.passages[0]!;
    const words = source.text.split(' ').slice(20, 28).join(' ');
    for (const text of [words, `"${words}"`]) {
      const { results } = await search(text);
      expect(results[0]!.passages[0]!.text).toContain(words);
    }
  });

  it.each(MODES)('finds nothing for nonsense: %s', async (mode) => {
    for (const text of NONSENSE) {
      expect([text, await search(text, { mode, spelling: 'exact' })]).toMatchObject([
        text,
        { results: [], totalRecords: 0, totalIsExact: true },
      ]);
    }
  });

  it('finds a word among nonsense only with minScore 0', async () => {
    expect(await titles('asdf qwer bees', { spelling: 'exact' })).toEqual([]);
    expect((await titles('asdf qwer bees', { minScore: 0 }))[0]).toBe('What Bees Taught Me about Waiting');
  });

  it('returns the same list page by page, and nothing after its end', async () => {
    const text = 'what does it mean to pray and wait';
    const whole = await search(text, { limit: 50 });
    expect(whole.totalRecords).toBe(whole.results.length);
    expect(whole.totalIsExact).toBe(true);
    const pages = [];
    for (let offset = 0; offset < whole.totalRecords + 6; offset += 3)
      pages.push(await search(text, { limit: 3, offset }));
    expect(pages.flatMap(({ results }) => results)).toEqual(whole.results);
    expect(new Set(pages.map(({ totalRecords }) => totalRecords))).toEqual(new Set([whole.totalRecords]));
    expect(pages.at(-1)!.results).toEqual([]);
    const scores = whole.results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
  });

  it('searches only items that match the filter', async () => {
    const all = await titles('work');
    const talks = await titles('work', { filter: { ...filter, collectionId: 2 } });
    expect(new Set(talks)).toEqual(new Set(all.filter((title) => sample.idOf(title) > 9)));
    expect(await titles('work', { filter: { ...filter, accountId: 2 } })).toEqual([]);
    expect(await titles('work', { filter: { ...filter, itemIds: [3] } })).toHaveLength(1);
  });

  it('removes hidden items before it cuts the page', async () => {
    const text = 'how to pray with children';
    const [first, second] = await titles(text);
    const accept = (ids: readonly number[]) =>
      Promise.resolve(new Set(ids.filter((id) => sample.titleOf(id) !== first)));
    expect((await titles(text, { accept, limit: 1 }))[0]).toBe(second);
  });

  it('ranks talks with the same scripture first, and those with its verses at the top', async () => {
    const onVerses = sample.idOf('At the Back with Thomas');
    const scripture = { book: 'JHN', chapter: 11, itemIds: [onVerses] };
    const found = await titles('John 11', { scripture });
    expect(found.slice(0, 2)).toEqual(['At the Back with Thomas', 'The Chair by the Window']);
    const book = (await titles('the good shepherd', { scripture: { book: 'JHN' } })).slice(0, 4);
    expect(book[0]).toBe('A Shepherd Reads Psalm 23');
    expect(new Set(book.slice(1))).toEqual(
      new Set(['The Chair by the Window', 'At the Back with Thomas', 'What the Dying Ask For']),
    );
  });

  it('falls back to keyword search without an embedder, and reports it', async () => {
    const dead = {
      ...sample.embedder,
      embedQuery: () => Promise.reject(new EmbedderUnavailableError('gone')),
    };
    const answer = await createSearcher({ index: sample.index, embedder: dead }).search({
      text: 'bees in the hive',
      mode: 'semantic',
      filter,
      limit: 1,
      offset: 0,
      passages: 1,
    });
    expect(answer).toMatchObject({
      mode: 'keyword',
      results: [{ itemId: sample.idOf('What Bees Taught Me about Waiting') }],
    });
  });

  it('shows no more passages than requested', async () => {
    for (const passages of [0, 1, 3]) {
      const { results } = await search('forgive', { passages });
      expect(results.every((result) => result.passages.length <= passages)).toBe(true);
    }
  });

  it('shows the passage that decided the rank, even if others are more similar', async () => {
    const near = [
      'Accessibility means that a page can be used by everybody, with a keyboard or a screen reader.',
      'We test accessibility with people who cannot see, and they find what our tools miss.',
      'Accessible forms have labels, and accessible pictures have descriptions.',
      'A screen reader speaks what a page says, so headings must be headings.',
      'Contrast and the size of letters decide who can read a page at all.',
    ];
    const owed =
      'In the evening I watch old films, mostly by Kubrick, while the rain falls and the dog sleeps under the ' +
      'table by the window, and in the morning we walk to the baker.';
    const item = (itemId: number, texts: readonly string[]) => ({
      accountId: 2,
      itemId,
      collectionId: 1,
      seriesId: null,
      speakerIds: [],
      topicIds: [],
      books: [],
      chapters: [],
      date: '2024-01-01',
      published: true,
      title: 'Pages',
      description: '',
      mediaAssetId: null,
      chunks: texts.map((text, ordinal) => ({ ordinal, text, startMs: null, endMs: null, speaker: null })),
    });
    await sample.index.replaceItems(
      await embedItems(sample.embedder, [item(901, [...near, owed]), item(902, near)]),
    );
    for (const passages of [1, 3]) {
      const found = await search('films by kubrick and accessible pages', {
        filter: { accountId: 2, publishedOnly: true },
        passages,
      });
      const [first] = found.results;
      expect(first!.itemId).toBe(901);
      expect(first!.passages.map(({ text }) => text)).toContain(owed);
      expect(first!.passages).toHaveLength(passages);
    }
  });

  it('lists talks related to a talk, without the talk itself', async () => {
    const itemId = sample.idOf('The Chair by the Window');
    const related = await searcher.related({ itemId, filter, limit: 4 });
    expect(related).toHaveLength(4);
    expect(related.map((talk) => talk.itemId)).not.toContain(itemId);
    expect(related.map(({ score }) => score)).toEqual(
      related.map(({ score }) => score).sort((a, b) => b - a),
    );
    expect(await searcher.related({ itemId: 999, filter, limit: 4 })).toEqual([]);
  });

  it('throws when the index is missing', async () => {
    await sample.wreck();
    await expect(search('grace')).rejects.toThrow(IndexUnavailableError);
  });
});
