/** Bible references in German, Spanish, French and Portuguese talks. */
import { describe, expect, it } from 'vitest';
import { findScriptures, parseReferences, readVerseWords } from '../../indexer/index.js';
import { foreignReferences } from '../../indexer/scripture/foreign-references.js';
import type { ForeignLanguage } from '../../indexer/text/search-languages.js';
import { catalogDocuments, readCatalog } from '../../scripts/seed/catalog.js';
import { root } from '../support/run-cli.js';

const found = (text: string, language: string): string[] =>
  foreignReferences(text, language as ForeignLanguage).map(
    ({ book, chapter, verseStart, verseEnd }) =>
      `${book} ${chapter}` +
      (verseStart === null ? '' : `:${verseStart}${verseEnd === verseStart ? '' : `-${verseEnd}`}`),
  );

describe('a reference', () => {
  it.each([
    ['de', 'Im dritten Kapitel des Johannesevangeliums sagt Jesus …', ['JHN 3']],
    ['de', 'Wir lesen Johannes Kapitel drei Vers sechzehn.', ['JHN 3:16']],
    ['de', 'Johannes 3,16 und 1. Korinther 13', ['JHN 3:16', '1CO 13']],
    ['de', 'im ersten Johannesbrief, Kapitel 4, Vers 8', ['1JN 4:8']],
    ['de', 'im zweiten Buch Mose im zwanzigsten Kapitel. Sechs Tage sollst du arbeiten.', ['EXO 20']],
    ['de', 'Paulus schreibt an die Epheser. Es steht im vierten Kapitel, im 32. Vers.', ['EPH 4:32']],
    ['es', 'Está en Mateo, capítulo cinco, versículos del tres al doce.', ['MAT 5']],
    ['es', 'segunda carta a los Corintios, capítulo nueve', ['2CO 9']],
    ['es', '2 Corintios 5:17', ['2CO 5:17']],
    ['fr', 'Jean, chapitre trois, verset seize', ['JHN 3:16']],
    ['fr', 'Matthieu 18, 21-35, et le Psaume 23', ['MAT 18:21-35', 'PSA 23']],
    ['fr', 'la deuxième épître aux Corinthiens, chapitre 5, versets 17 à 19', ['2CO 5:17-19']],
    ['fr', 'Nous lisons Luc 15. Au verset vingt, le père court.', []],
    ['pt', 'primeira carta aos Coríntios, capítulo treze', ['1CO 13']],
    ['pt', 'no capítulo seis de Mateus, versículo 34', ['MAT 6:34']],
  ])('is found in %s: %s', (language, text, expected) => {
    expect(found(text, language)).toEqual(expected);
  });

  it.each([
    ['de', 'Johannes kam um 3 Uhr, und Markus ist 12 Jahre alt.'],
    ['de', 'Das Kapitel war lang, und sein Sohn Daniel schlief.'],
    ['es', 'Juan tiene 40 años y vive en la calle 23.'],
    ['fr', 'Pierre a 15 ans. Le chapitre est clos.'],
    ['pt', 'João 99,100 não existe, e Salmo 151 também não.'],
  ])('is not found by chance in %s: %s', (language, text) => {
    expect(found(text, language)).toEqual([]);
  });

  it('is found in linear time', () => {
    expect(found('Kapitel drei Vers vier Römer '.repeat(20_000), 'de').length).toBeLessThanOrEqual(1_000);
  });

  it('is suggested for all sample talks', async () => {
    const verses = readVerseWords([]);
    const catalog = await readCatalog(root, 'mundo/catalog.json');
    const missing: string[] = [];
    for (const { name } of catalog.collections)
      for (const { title, segments, scriptures } of await catalogDocuments(root, catalog, name)) {
        const books = findScriptures(segments, verses).map(({ book }) => book);
        const expected = scriptures.flatMap((one) => parseReferences(one))[0]!.book;
        if (!books.includes(expected) && books.length === 0) missing.push(title);
      }
    expect(missing).toEqual([]);
  });
});
