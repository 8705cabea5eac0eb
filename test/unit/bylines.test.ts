/** Bylines at the top of texts in five languages, and lines that only look like one. */
import { describe, expect, it } from 'vitest';
import { readPath } from '../../src/import/names/file-name.js';
import { parseDocument } from '../../src/import/parse-document.js';

const WORDS = 'Grace and peace to you all, and to your children.';
const of = (path: string, text: string) => {
  const { speakers, date, title } = parseDocument(path, Buffer.from(text));
  return { speakers, date, title };
};

describe('bylines', () => {
  it.each([
    ['Predigt von Pfr. Dr. Martin Müller, 4. Juni 2023', ['Martin Müller'], '2023-06-04'],
    ['Predigt von Ruth Ädel am 4. Juni 2023 in der Stadtkirche', ['Ruth Ädel'], '2023-06-04'],
    ['Ansprache, gehalten von Pfarrerin Anna von der Heide', ['Anna von der Heide'], null],
    ['Rev. Jane Doe — 4 June 2023', ['Jane Doe'], '2023-06-04'],
    ['The Rev. Dr. Jane Doe', ['Jane Doe'], null],
    ['Sermon by John A. Smith', ['John A. Smith'], null],
    ['A sermon preached by the REV. C. H. SPURGEON', ['C. H. Spurgeon'], null],
    ['by Mary-Ann O’Neill', ['Mary-Ann O’Neill'], null],
    ['By Ann Lee and Bob Ray', ['Ann Lee', 'Bob Ray'], null],
    ['Pastor Ruth', ['Pastor Ruth'], null],
    ['Pastor Tim Keller, June 4, 2023', ['Tim Keller'], '2023-06-04'],
    ['Speaker: Jane Doe', ['Jane Doe'], null],
    ['**Prediger:** Hans Meier', ['Hans Meier'], null],
    ['Sermón por el pastor Juan Pérez, 4 de junio de 2023', ['Juan Pérez'], '2023-06-04'],
    ['Predicación del pastor Juan Pérez', ['Juan Pérez'], null],
    ['Prédication de la pasteure Claire Dubois — 4 juin 2023', ['Claire Dubois'], '2023-06-04'],
    ['Prédication du pasteur Jean Dupont', ['Jean Dupont'], null],
    ['Pregação do Pr. João da Silva, 4 de junho de 2023', ['João da Silva'], '2023-06-04'],
    ['Mensagem por Maria Souza', ['Maria Souza'], null],
    ['Sunday, June 4, 2023', [], '2023-06-04'],
    ['Sonntag, den 4. Juni 2023', [], '2023-06-04'],
  ] as [line: string, speakers: string[], date: string | null][])('%s', (line, speakers, date) => {
    for (const [path, text] of [
      ['coin.txt', `The Lost Coin\n${line}\n\n${WORDS}`],
      ['coin.md', `# The Lost Coin\n\n${line}\n\n${WORDS}`],
    ] as const)
      expect(of(path, text), path).toMatchObject({ speakers, date });
  });

  it.each([
    'By faith Abraham obeyed when he was called.',
    'By Faith Alone we stand and cannot do otherwise',
    'Father Abraham had many sons, and many sons had he',
    'Von Herzen danke ich Ihnen',
    'Mensaje de Esperanza',
    'The message by and large was a good one',
    'On 4 June 1940 Churchill spoke to the house.',
    'Doctor, heal yourself',
  ])('do not match: %s', (line) => {
    expect(of('coin.txt', `The Lost Coin\n\n${line}\n\n${WORDS}`)).toMatchObject({
      speakers: [],
      date: null,
    });
  });

  it('are not titles, and are overridden by the document', () => {
    expect(of('a.txt', `By Grace Alone\n\n${WORDS}`).speakers).toEqual([]);
    const text = `---\nspeaker: Ann\ndate: 2020-01-01\n---\n\nPredigt von Ruth Ädel, 4. Juni 2023\n\n${WORDS}`;
    expect(of('a.md', text)).toMatchObject({ speakers: ['Ann'], date: '2020-01-01' });
    expect(of('2021-05-05 a.txt', `Rev. Jane Doe — 4 June 2023\n\n${WORDS}`).date).toBe('2021-05-05');
  });
});

describe('folder names', () => {
  it.each([
    ['practical-ai/12.md', 'Practical AI'],
    ['Practical AI/12.md', 'Practical AI'],
    ['practical-Ai/12.md', 'practical Ai'],
    ['the-nt-in-a-year/12.md', 'The NT In A Year'],
    ['lead-us-not/12.md', 'Lead Us Not'],
  ])('%s is the series %s', (path, series) => {
    expect(readPath(path).series).toBe(series);
  });
});
