/** The language of longer texts, as of transcripts and chunks. */
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  chunkSegments,
  createTransformersEmbedder,
  includedModel,
  languagesOfNames,
  passageLanguage,
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
            // Whatever the language of the talk is said to be.
            const told = [textLanguage(text), passageLanguage(text, 'en'), passageLanguage(text, 'de')];
            if (told.some((one) => one !== defaultLanguage))
              wrong.push(`${told.join()}: ${text.slice(0, 60)}`);
          }
    }
    expect(passages).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it.each(['', '1 2 3', 'Hallelujah! Amen.', '愛について', 'x'.repeat(100_000)])('is unknown: %s', (text) => {
    expect(textLanguage(text)).toBeNull();
  });
});

describe('the language of a passage', () => {
  const english =
    'We had all been invited, but nobody knew who would come. She opened the door before I could knock and said ' +
    'that there was soup for whoever wanted it. When they had eaten, he told them what his father used to do.';
  const german =
    'Wir waren alle eingeladen, aber niemand wusste, wer kommen würde. Sie machte die Tür auf, bevor ich klopfen ' +
    'konnte, und sagte, dass es Suppe für jeden gibt, der etwas will. Nach dem Essen hat er ihnen von seinem Vater erzählt.';
  it.each([
    ['all of it', english, 'de', 'en'],
    ['all of it', german, 'en', 'de'],
    ['all but its beginning', `Good morning, and welcome to you all. ${german}`, 'en', 'de'],
    ['all but its end', `${german} Let us pray.`, 'en', 'de'],
    ['no words of a language', 'Amen. Hallelujah!', 'en', null],
    ['nothing', '', 'en', null],
  ])('is its own in a talk of two: %s', (_what, text, ofTalk, own) => {
    expect(passageLanguage(text, ofTalk)).toBe(own);
    expect(passageLanguage(text, undefined)).toBe(own);
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
