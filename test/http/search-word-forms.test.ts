/** Words of German, Spanish, French and Portuguese talks, found by other forms of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const TALKS = {
  de: [
    'Der Fischer und sein Netz',
    'Am Abend saßen die alten Männer am Ufer und flickten ihre Netze, denn der Sturm hatte sie zerrissen.',
    'Einer von ihnen erzählte von der Nächstenliebe seiner Nachbarin, die ihm jeden Morgen Brot brachte.',
  ],
  es: [
    'El panadero del barrio',
    'Los panaderos del barrio trabajaban de noche y repartían los panes antes de que saliera el sol sobre las montañas.',
    'Cuando llegaron las inundaciones, cada uno de los vecinos abrió su puerta a los que habían perdido la casa.',
  ],
  fr: [
    'Le jardin de mon oncle',
    'Mon oncle arrosait ses rosiers tous les matins et parlait de l’amour qu’il avait pour ses vieux chevaux.',
    'Les voisines étaient heureuses de recevoir des fleurs quand elles revenaient du marché avec leurs paniers.',
  ],
  pt: [
    'A carpinteira da vila',
    'A carpinteira consertava os telhados das casas e ensinava as suas lições aos meninos que passavam pela oficina.',
    'Nas reuniões da vila ela falava pouco, mas todos os corações se abriam quando ela contava as suas histórias.',
  ],
} as const;

describe('words of talks in four languages', () => {
  const app = useApp({ worker: true });
  beforeAll(async () => {
    for (const [language, [title, ...texts]] of Object.entries(TALKS))
      await publishTalk(app.demo, title, texts, { language });
    await app.idle();
  }, 120_000);

  it.each([
    ['de', 'Netz', 'Netze'],
    ['de', 'Liebe', 'Nächstenliebe'],
    ['de', 'Fischernetz', 'Netze'],
    ['es', 'montaña', 'montañas'],
    ['es', 'inundación', 'inundaciones'],
    ['es', 'trabajar', 'trabajaban'],
    ['fr', 'arroser', 'arrosait'],
    ['fr', "d'amour", 'amour'],
    ['fr', 'cheval', 'chevaux'],
    ['fr', 'heureux', 'heureuses'],
    ['pt', 'coração', 'corações'],
    ['pt', 'licao', 'lições'],
    ['pt', 'telhado', 'telhados'],
  ])('are found by other forms: %s %s', async (language, q, marked) => {
    const { status, body } = await app.demo.site.post('/search', { q, lang: language, mode: 'keyword' });
    expect(status).toBe(200);
    const [first]: Built[] = body.results;
    expect(first?.item.title).toBe(TALKS[language as 'de'][0]);
    const parts = first!.passages.flatMap(({ text, highlights }: Built) =>
      highlights.map(([start, end]: [number, number]) => text.slice(start, end)),
    );
    expect(parts).toContain(marked);
  });
});
