/** The language of longer texts, as of transcripts and chunks. */
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  chunkSegments,
  createTransformersEmbedder,
  includedModel,
  languagesOfNames,
  textLanguage,
} from '../../indexer/index.js';
import { catalogDocuments, readCatalog } from '../../scripts/seed/catalog.js';
import { root } from '../support/run-cli.js';

describe('the language of a text', () => {
  it('is told for each passage of the samples in five languages', async () => {
    const wrong: string[] = [];
    let passages = 0;
    for (const name of ['catalog.json', 'mundo/catalog.json'] as const) {
      const catalog = await readCatalog(root, name);
      for (const { name: collection, defaultLanguage = 'en' } of catalog.collections)
        for (const { segments } of await catalogDocuments(root, catalog, collection))
          for (const { text } of chunkSegments(segments)) {
            passages++;
            const told = textLanguage(text);
            if (told !== defaultLanguage) wrong.push(`${told}: ${text.slice(0, 60)}`);
          }
    }
    expect(passages).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it.each(['', '1 2 3', 'Hallelujah! Amen.', '愛について', 'x'.repeat(100_000)])('is unknown: %s', (text) => {
    expect(textLanguage(text)).toBeNull();
  });
});

describe('the language of a name', () => {
  it('is that of the table that knows its words', async () => {
    const embedder = await createTransformersEmbedder({ ...includedModel(root), cacheDir: tmpdir() });
    try {
      const names = [
        'Forgiveness',
        'Vergebung',
        'Oración',
        'Espérance',
        'Dívidas',
        'Grace and truth',
        'Xqzt',
      ];
      expect(await languagesOfNames(embedder, names)).toEqual(['en', 'de', 'es', 'fr', 'pt', 'en', 'en']);
    } finally {
      await embedder.close();
    }
  });
});
