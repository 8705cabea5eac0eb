/** Words in another spelling: British or American English, German without umlauts, and words together or apart. */
import { beforeAll, describe, expect, it } from 'vitest';
import { publishTalk, type Built } from '../support/factories.js';
import { useApp, type TestApp } from '../support/start-app.js';

const BRITISH = 'The Allotment';
const AMERICAN = 'The Ball Game';
const GERMAN = 'Der Schlüssel';

describe('a word in another spelling', () => {
  const app = useApp({ worker: true });
  beforeAll(async () => {
    const { demo, other } = app;
    await publishTalk(demo, BRITISH, [
      'My neighbour drove a grey van to the allotment and behaved with great honour towards my mum.',
      'He was the sort of counsellor who recognised sorrow in the colour of a person’s face.',
      'We ploughed the ground together all that spring and said very little.',
    ]);
    await publishTalk(demo, 'The Lighthouse', [
      'The keeper climbed the stairs each evening and lit the lamp above the harbour.',
      'Ships that never knew his name came home because of it.',
    ]);
    await publishTalk(demo, AMERICAN, [
      'My father took me to the ball game, and our neighbor sat behind us with his theater glasses.',
      'He baptized the whole row with lemonade when the home team scored.',
    ]);
    await publishTalk(
      other,
      GERMAN,
      [
        'Unter der Fußmatte lag der Schlüssel meiner Großmutter, und niemand durfte ihn nehmen.',
        'Sie sagte, die Überwindung der Angst sei eine tägliche Übung für müde Menschen.',
      ],
      { language: 'de' },
    );
    await publishTalk(demo, 'The Office', [
      'My co-workers sent me an e-mail from the U.S.A. about the quarter and what it would cost us.',
    ]);
    await publishTalk(demo, 'The Letter', [
      'Nobody answered the emails about reentry that NASA had printed and pinned to the wall.',
    ]);
    await app.idle();
  }, 120_000);

  const search = async (site: TestApp['demo']['site'], body: object): Promise<Built> => {
    const { status, body: found } = await site.post('/search', body);
    expect(status).toBe(200);
    return found;
  };
  const titles = ({ results }: Built): string[] => results.map(({ item }: Built) => item.title);
  const marked = ({ results: [first] }: Built): string[] =>
    first.passages.flatMap(({ text, highlights }: Built) =>
      highlights.map(([start, end]: [number, number]) => text.slice(start, end)),
    );

  /** What both queries find, with equal scores, passages and highlights. */
  const sameTitles = async (site: TestApp['demo']['site'], q: string, other: string): Promise<string[]> => {
    const [found, instead] = [await search(site, { q }), await search(site, { q: other })];
    expect(found.results).toEqual(instead.results);
    return titles(found);
  };

  it.each([
    ['gray van', 'grey van'],
    ['counselor recognized sorrow', 'counsellor recognised sorrow'],
    ['honor my mom', 'honour my mum'],
    ['color of a face', 'colour of a face'],
    ['harbor lamp', 'harbour lamp'],
    ['the ballgame', 'the ball game'],
    ['light house keeper', 'lighthouse keeper'],
    ['light-house', 'lighthouse'],
  ])('finds what the spelling of the library finds: %s', async (typed, inLibrary) => {
    expect(await sameTitles(app.demo.site, typed, inLibrary)).not.toHaveLength(0);
  });

  it.each([
    ['neighbour', ['neighbour', 'neighbor']],
    ['neighbor', ['neighbour', 'neighbor']],
    ['neighbors', ['neighbour', 'neighbor']],
  ])('finds both if the library has both: %s', async (q, words) => {
    const found = await search(app.demo.site, { q, mode: 'keyword' });
    expect(titles(found).sort()).toEqual([BRITISH, AMERICAN].sort());
    expect(words).toContain(marked(found)[0]!.toLowerCase());
  });

  it.each([
    ['coworkers', 'The Office'],
    ['coworker', 'The Office'],
    ['email', 'The Office'],
    ['usa', 'The Office'],
    ['e-mails', 'The Letter'],
    ['re-entry', 'The Letter'],
    ['N.A.S.A.', 'The Letter'],
  ])('finds one word that is written apart or together: %s', async (q, title) => {
    const found = await search(app.demo.site, { q, mode: 'keyword' });
    expect(titles(found)).toContain(title);
  });

  it('is highlighted as it is in the text', async () => {
    expect(marked(await search(app.demo.site, { q: 'gray van' }))).toContain('grey van');
    expect(marked(await search(app.demo.site, { q: 'baptised' }))).toContain('baptized');
  });

  it('is searched as typed on request', async () => {
    const found = await search(app.demo.site, { q: 'counselor', mode: 'keyword', spelling: 'exact' });
    expect(titles(found)).toEqual([]);
  });

  it.each([
    ['Ueberwindung der Angst', 'Überwindung der Angst'],
    ['Schluessel der Grossmutter', 'Schlüssel der Großmutter'],
    ['taegliche Uebung fuer muede Menschen', 'tägliche Übung für müde Menschen'],
    ['Schlüssel unter der Fuß Matte', 'Schlüssel unter der Fußmatte'],
  ])('is found in German as it is typed: %s', async (typed, written) => {
    expect(await sameTitles(app.other.site, typed, written)).toEqual([GERMAN]);
  });
});
