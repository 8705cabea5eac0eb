/** The sample talks in German, Spanish, French and Portuguese: found in their own language, and from all others. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readCatalog, type Catalog } from '../../scripts/seed/catalog.js';
import { seed } from '../../scripts/seed/seed.js';
import { publishTalk, type Built } from '../support/factories.js';
import { root } from '../support/run-cli.js';
import { useApp } from '../support/start-app.js';

const catalog: Catalog = await readCatalog(root, 'mundo/catalog.json');
const LANGUAGES = ['de', 'es', 'fr', 'pt'];
/** Probability of a result that nobody takes for an answer. */
const UNLIKELY = 0.1;
/** The share of questions that find their talk first. */
const FIRST = 0.9;

/** One question in each language, which a talk in each of four answers. */
const FORGIVE = {
  en: 'How can I forgive someone who hurt me?',
  de: 'Wie kann ich jemandem vergeben, der mich verletzt hat?',
  es: '¿Cómo puedo perdonar a alguien que me hizo daño?',
  fr: 'Comment pardonner à quelqu’un qui m’a blessé ?',
  pt: 'Como posso perdoar alguém que me magoou?',
};
/** Only a German talk is about it. */
const FEAR = [
  ['en', 'How do I deal with my fear?'],
  ['de', 'Wie gehe ich mit meiner Angst um?'],
  ['es', '¿Cómo puedo vencer mi miedo?'],
  ['fr', 'Comment vaincre ma peur ?'],
  ['pt', 'Como lidar com o meu medo?'],
] as const;
/** Questions that no talk answers, in each language. */
const UNANSWERED: Readonly<Record<string, readonly string[]>> = {
  en: [
    'who won the world cup in 2014',
    'how do I reset my router',
    'recipe for chicken tikka masala',
    'cheap flights to barcelona in june',
    'train times from manchester to leeds',
  ],
  de: [
    'wer hat 2014 die Weltmeisterschaft gewonnen',
    'wie setze ich meinen Router zurück',
    'Rezept für Hähnchen in Currysoße',
    'günstige Flüge nach Barcelona im Juni',
    'Abfahrtszeiten der Züge von Manchester nach Leeds',
  ],
  es: [
    'quién ganó el mundial de 2014',
    'cómo reinicio mi router',
    'receta de pollo tikka masala',
    'vuelos baratos a Barcelona en junio',
    'horarios de trenes de Manchester a Leeds',
  ],
  fr: [
    'qui a gagné la coupe du monde en 2014',
    'comment réinitialiser mon routeur',
    'recette du poulet tikka masala',
    'vols pas chers pour Barcelone en juin',
    'horaires des trains de Manchester à Leeds',
  ],
  pt: [
    'quem ganhou a copa do mundo de 2014',
    'como reiniciar meu roteador',
    'receita de frango tikka masala',
    'voos baratos para Barcelona em junho',
    'horários dos trens de Manchester para Leeds',
  ],
};
const ON_FORGIVING = {
  de: 'Der Schlüssel unter der Fußmatte',
  es: 'La silla de mi hermana',
  fr: 'La lettre jamais envoyée',
  pt: 'A dívida do meu irmão',
};

describe('talks in four languages', () => {
  const app = useApp({ worker: true });
  beforeAll(async () => {
    await seed(app.app, app.demo.account, catalog, { root, signal: new AbortController().signal });
  }, 300_000);

  const search = async (q: string, more: object = {}): Promise<Built> => {
    const { status, body } = await app.demo.site.post('/search', { q, limit: 20, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const titles = ({ results }: Built): string[] => results.map(({ item }: Built) => item.title);

  it('are found by questions in their own language', async () => {
    const { questions } = catalog;
    expect(questions).toHaveLength(36);
    const missed: string[] = [];
    for (const { q, item, language } of questions) {
      const [first] = titles(await search(q, { lang: language }));
      if (first !== item) missed.push(`${q} → ${first}`);
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(questions.length * (1 - FIRST));
  });

  it.each(Object.entries(ON_FORGIVING))('come first in their own language: %s', async (language, title) => {
    const found = await search(FORGIVE[language as 'de']);
    expect(found.interpretation.language).toBe(language);
    expect(titles(found)[0]).toBe(title);
  });

  it('are all found from English', async () => {
    const first = titles(await search(FORGIVE.en)).slice(0, 5);
    expect(first).toEqual(expect.arrayContaining(Object.values(ON_FORGIVING)));
  });

  it.each(FEAR)('one of them is found from %s', async (language, q) => {
    const found = await search(q, { lang: language });
    expect(found.interpretation.language).toBe(language);
    expect(titles(found).slice(0, 2)).toContain('Die Nacht vor der Operation');
  });

  it.each(Object.entries(UNANSWERED))('are not found by other questions: %s', async (lang, questions) => {
    for (const q of questions) {
      const { results } = await search(q, { lang });
      expect([q, titles({ results: results.filter(({ score }: Built) => score > UNLIKELY) })]).toEqual([
        q,
        [],
      ]);
    }
  });

  it('have languages, which filter, and which facets count', async () => {
    const { results, facets } = await search(FORGIVE.en, { facets: ['language'] });
    expect(new Set(results.map(({ item }: Built) => item.language))).toEqual(new Set(LANGUAGES));
    expect(facets.language).toHaveLength(4);
    expect(facets.language).toContainEqual(expect.objectContaining({ value: 'de', name: 'Deutsch' }));
    const french = await search(FORGIVE.en, { language: 'fr' });
    expect(titles(french)[0]).toBe(ON_FORGIVING.fr);
    expect(new Set(french.results.map(({ item }: Built) => item.language))).toEqual(new Set(['fr']));
    const listed = await search('', { language: 'pt' });
    expect(listed.totalRecords).toBe(3);
  });

  it.each([
    ['generosidad', 'es'],
    ['perdon', 'es'],
    ['Vergbung', 'de'],
    ['« le pardon »', 'fr'],
    ['¿perdonar?', 'es'],
    ['perdao', 'pt'],
  ])('are found without accents, with a typo and in foreign quotation marks: %s', async (q, lang) => {
    const { results, interpretation } = await search(q, { lang });
    expect(interpretation.language).toBe(lang);
    expect(results[0]?.item.language).toBe(lang);
  });

  it.each([
    ['Entschuldigung', 'de', 'Der Schlüssel unter der Fußmatte'],
    ['obsèques', 'fr', 'Le banc de Madeleine'],
  ])('are found by words that no talk has, but the table of the language: %s', async (q, lang, title) => {
    expect(titles(await search(q, { lang }))[0]).toBe(title);
  });

  it('are not highlighted for words that say little', async () => {
    const { results } = await search('Wie überwinde ich meine Angst?');
    const [{ text, highlights }] = results[0].passages;
    const marked = highlights.map(([start, end]: [number, number]) => text.slice(start, end).toLowerCase());
    expect(marked).toContain('angst');
    expect(marked).not.toContain('ich');
  });

  it('lets a page decide about words of several languages', async () => {
    expect((await search('Angst', { lang: 'de' })).interpretation.language).toBe('de');
    expect((await search('grace', { lang: 'de' })).interpretation.language).toBeNull();
  });

  it('answers in English from an English talk', async () => {
    const id = await publishTalk(app.other, 'Fear', [
      'I was so afraid of the surgery that my hands were wet and my heart was beating in my ears.',
      'A man in the next bed asked me in the dark whether I could not sleep because of my fear either.',
    ]);
    await app.idle();
    const { body } = await app.other.site.post('/search', { q: 'Wie gehe ich mit meiner Angst um?' });
    expect(body.results[0].item.id).toBe(id);
    expect(body.results[0].passages[0].highlights.length).toBeGreaterThan(0);
    const typo = await app.other.site.post('/search', { q: 'Opperation', lang: 'de' });
    expect(typo.body.interpretation).toMatchObject({ language: 'de', corrected: { to: 'Operation' } });
  });
});
