/** Cosines of items in several languages, on the scale of English ones. */
import { describe, expect, it } from 'vitest';
import { measureBackground, type ChunkHit, type Embedder, type SearchReader } from '../../indexer/index.js';
import { scaleFrom } from '../../indexer/embedding/background.js';
import { onEnglishScale } from '../../indexer/ranking/english-scale.js';

const ENGLISH = { mean: 0.05, spread: 0.1 };
const LANGUAGES = new Map([
  [1, 'en'],
  [2, 'de'],
  [3, 'fr'],
]);
const filter = { accountId: 1, publishedOnly: true };
const vector = new Float32Array([1]);

const chunk = (itemId: number, score: number): ChunkHit => ({
  ...{ itemId, ordinal: itemId, score },
  ...{ text: `text ${itemId}`, startMs: null, endMs: null, mediaAssetId: null },
});
const missing = () => Promise.reject(new Error('is not called'));
const reader: SearchReader = {
  nearestChunks: (_, __, limit) =>
    Promise.resolve([chunk(2, 0.5), chunk(1, 0.45), chunk(4, 0.4), chunk(3, 0.3)].slice(0, limit)),
  nearestItems: () => Promise.resolve([chunk(2, 0.5), chunk(1, 0.45)]),
  chunkScores: () =>
    Promise.resolve([
      { itemId: 1, ordinal: 0, cosine: 0.2 },
      { itemId: 2, ordinal: 0, cosine: 0.3 },
    ]),
  languageOf: (itemId) => LANGUAGES.get(itemId),
  keywordChunks: () => Promise.resolve([chunk(2, 12)]),
  keywordItems: () => Promise.resolve([{ itemId: 2, score: 12 }]),
  ...{ phraseChunks: missing, itemsWith: missing, itemCentroid: missing },
  ...{ readChunks: missing, readItems: missing },
};
/** A German passage at .5 is as far above its background as an English one at .35; a French one at .3, at .4. */
const scales = () =>
  Promise.resolve(
    new Map([
      ['de', scaleFrom({ mean: 0.2, spread: 0.1 }, ENGLISH)],
      ['fr', scaleFrom({ mean: 0.125, spread: 0.05 }, ENGLISH)],
    ]),
  );
const scored = (hits: readonly { itemId: number; score: number }[]) =>
  hits.map(({ itemId, score }) => [itemId, Number(score.toFixed(4))]);

describe('the scale of English passages', () => {
  it('keeps the number of spreads above the background', () => {
    const scale = scaleFrom({ mean: 0.2, spread: 0.05 }, ENGLISH);
    expect(scale(0.2)).toBeCloseTo(0.05);
    expect(scale(0.3)).toBeCloseTo(0.25);
    expect(scaleFrom(ENGLISH, ENGLISH)(0.3)).toBeCloseTo(0.3);
    expect(scaleFrom({ mean: 0.2, spread: 0 }, ENGLISH)(0.3)).toBeCloseTo(0.15);
  });

  it('is that of all hits, in a new order, within the same limit, and English ones keep their cosines', async () => {
    const scaled = onEnglishScale(reader, scales);
    const hits = await scaled.nearestChunks(vector, filter, 10);
    expect(scored(hits)).toEqual([
      [1, 0.45],
      [4, 0.4],
      [3, 0.4],
      [2, 0.35],
    ]);
    expect(hits.map(({ text }) => text)).toEqual(['text 1', 'text 4', 'text 3', 'text 2']);
    expect(hits[0]!.score).toBe(0.45);
    expect(scored(await scaled.nearestChunks(vector, filter, 2))).toEqual([
      [1, 0.45],
      [2, 0.35],
    ]);
    expect(scored(await scaled.nearestItems(vector, filter, 10))).toEqual([
      [1, 0.45],
      [2, 0.35],
    ]);
    const cosines = await scaled.chunkScores(vector, 1, [1, 2]);
    expect(cosines.map(({ cosine }) => Number(cosine.toFixed(4)))).toEqual([0.2, 0.15]);
  });

  it('does not concern searches by words, nor languages that were not measured', async () => {
    const scaled = onEnglishScale(reader, () => Promise.resolve(new Map()));
    expect(scored(await scaled.keywordChunks('a', filter, 1))).toEqual([[2, 12]]);
    expect(scored(await scaled.keywordItems('a', filter, 1))).toEqual([[2, 12]]);
    expect(scored(await scaled.nearestItems(vector, filter, 10))).toEqual([
      [2, 0.5],
      [1, 0.45],
    ]);
    const unknown = { ...reader };
    delete unknown.languageOf;
    expect(onEnglishScale(unknown, scales)).toBe(unknown);
  });
});

describe('measureBackground', () => {
  it('embeds the queries in one language and the passages in the other', async () => {
    const embedded = new Map<string, Set<string | null | undefined>>();
    const note = (kind: string, language: string | null | undefined): void => {
      embedded.set(kind, (embedded.get(kind) ?? new Set()).add(language));
    };
    const texts: string[] = [];
    const embedder: Embedder = {
      modelId: 'm',
      dimensions: 2,
      embedDocuments: (passages, languages = []) => {
        for (const language of languages) note('passages', language);
        texts.push(...passages);
        return Promise.resolve(
          passages.map((_, at) => Float32Array.of(at % 2 ? 0.6 : 0.8, at % 2 ? 0.8 : 0.6)),
        );
      },
      embedQuery: (text, language) => {
        note('queries', language);
        texts.push(text);
        return Promise.resolve(Float32Array.of(1, 0));
      },
      close: () => Promise.resolve(),
    };
    const { mean, spread } = await measureBackground(embedder, 'de', 'pt');
    expect(embedded).toEqual(
      new Map([
        ['passages', new Set(['pt'])],
        ['queries', new Set(['de'])],
      ]),
    );
    expect([mean, spread].map((value) => Number(value.toFixed(4)))).toEqual([0.7, 0.1]);
    expect(texts).toHaveLength(20);
    expect(texts).toEqual(expect.arrayContaining(['Chorprobe', expect.stringMatching(/^Bata os ovos/)]));
  });

  it('has as many texts in each of the languages', async () => {
    const languages = ['en', 'de', 'es', 'fr', 'pt'];
    for (const language of languages) {
      const texts = new Set<string>();
      const embed = (text: string) => {
        texts.add(text);
        return Promise.resolve(Float32Array.of(1, 0));
      };
      await measureBackground(
        {
          modelId: 'm',
          dimensions: 2,
          embedDocuments: (passages) => Promise.all(passages.map(embed)),
          embedQuery: embed,
          close: () => Promise.resolve(),
        },
        language,
        language,
      );
      expect(texts.size, language).toBe(20);
    }
  });
});
