/** Questions that no talk answers find nothing, in five languages, and pages count the talks that they show. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const TALKS: Readonly<Record<string, readonly string[]>> = {
  'A Towel and a Basin': [
    'On the last evening he took a towel, poured water into a basin and began washing the feet of his friends.',
    'Peter refused, because a master does not do the washing of a servant.',
    'He wanted to be clean from head to foot, and was told that his feet were enough.',
    'Nobody in that room had thought of service as something that the greatest does.',
    'We clean what others have made dirty, and nobody applauds.',
    'Whoever lets his feet be washed learns to receive.',
  ],
  'When Anger Takes the Wheel': [
    'I shouted at my children before breakfast, and was ashamed of it until the evening.',
    'Anger is fast, and regret walks slowly behind it for the rest of the day.',
    'The letter of James tells us to be slow to anger, as if anger had brakes.',
    'I asked my daughter for forgiveness at the kitchen table, and she said that she had already forgotten.',
    'To be angry is human, and to let the sun go down on it is a choice.',
    'Patience begins with a breath before the first word.',
  ],
  'The Empty Chair': [
    'After the funeral the house was quiet, and her chair stood by the window as before.',
    'Grief is love that has lost its address, and it comes in waves.',
    'Jesus wept at the grave of his friend, although he knew what he was going to do.',
    'Friends who came without advice and stayed for tea helped me most when my wife died.',
    'Tears are no lack of faith, and mourning has no timetable.',
    'Hope did not replace the sorrow, it sat down beside it.',
  ],
  'Seventy Times Seven': [
    'My brother owed me an apology, and I carried that debt for eleven years.',
    'Forgiveness is not saying that nothing happened, it is putting the bill down.',
    'Peter thought that seven times was generous, and he was told to stop counting.',
    'Whoever forgives lets a prisoner go free, and finds out that he was the prisoner.',
    'You can forgive somebody who hurt you and still keep your distance.',
    'We met at the old mill, and neither of us spoke about the debt.',
  ],
  'Tomorrow Has Enough Worries': [
    'At three in the morning every bill is larger than it is at noon.',
    'Worry about the future is a prayer that is addressed to nobody.',
    'Look at the birds, he said, who neither sow nor reap and have no savings.',
    'I was anxious about money, and a neighbour taught me to ask for the bread of today.',
    'Fear of tomorrow takes the strength out of today and gives none of it to tomorrow.',
    'Trust grows like a muscle, with small weights.',
  ],
};

const ANSWERED: Readonly<Record<string, readonly string[]>> = {
  en: ['how do I forgive someone who hurt me', 'grief after my wife died', 'worry about the future'],
  de: ['wie kann ich jemandem vergeben', 'Trauer nach dem Tod meiner Frau', 'Sorge um die Zukunft'],
  es: ['cómo perdonar a quien me hirió', 'luto por mi esposa fallecida', 'ansiedad por el futuro'],
  fr: ['comment pardonner à un frère', 'le deuil après la mort de ma femme', "la peur de l'avenir"],
  pt: ['como perdoar quem me feriu', 'luto depois da morte da esposa', 'preocupação com o futuro'],
};
const UNANSWERED: Readonly<Record<string, readonly string[]>> = {
  en: ['which washing machine cleans wool', 'ferry tickets to the islands', 'how to fix a dripping tap'],
  de: ['Waschmaschine schleudert nicht mehr', 'Fähre zur Insel Preise', 'tropfenden Wasserhahn reparieren'],
  es: ['qué lavadora es buena para lana', 'billetes de ferry a las islas', 'arreglar un grifo que gotea'],
  fr: [
    'quelle machine à laver pour la laine',
    'billets de ferry pour les îles',
    'réparer un robinet qui fuit',
  ],
  pt: ['qual máquina de lavar para lã', 'passagens de balsa para a ilha', 'consertar torneira pingando'],
};

describe('questions', () => {
  const app = useApp({ worker: true });
  beforeAll(async () => {
    for (const [title, sentences] of Object.entries(TALKS)) await publishTalk(app.demo, title, sentences);
    await app.idle();
  });

  const search = async (q: string, lang: string): Promise<Built> => {
    const { status, body } = await app.demo.site.post('/search', { q, lang });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const cases = (questions: typeof ANSWERED): [string, string][] =>
    Object.entries(questions).flatMap(([lang, all]) => all.map((q): [string, string] => [lang, q]));

  it.each(cases(UNANSWERED))('that no talk answers find nothing: %s, %s', async (lang, q) => {
    expect(await search(q, lang)).toMatchObject({ results: [], totalRecords: 0 });
  });

  it.each(cases(ANSWERED))('that a talk answers find it: %s, %s', async (lang, q) => {
    expect((await search(q, lang)).totalRecords).toBeGreaterThan(0);
  });

  it('count the talks that a page shows, before and after the weaker matches', async () => {
    const q = 'what friends learn from washing feet';
    const { totalRecords } = await search(q, 'en');
    const pages = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    const shown = async (more = ''): Promise<{ text: string; cards: number }> => {
      const { body } = await pages.get(`/?q=${encodeURIComponent(q)}${more}`);
      const [, list = ''] = String(body).split('class="list-head muted"');
      return {
        text: /(\d+\+?) talks?/.exec(list)?.[1] ?? '',
        cards: new Set(list.match(/href="\/items\/[^"?#]+/g)).size,
      };
    };
    const first = await shown();
    expect(first.text).toBe(String(first.cards));
    expect(first.cards).toBeLessThan(totalRecords);
    expect((await shown('&all=on')).text).toBe(String(totalRecords));
  });
});
