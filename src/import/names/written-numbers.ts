/** Finds the numbers of seasons, episodes and parts in a file name, in five languages. */

export interface WrittenNumber {
  /** Half-open range of offsets in the name. */
  start: number;
  end: number;
  text: string;
  number: number;
  season: number | null;
  /**
   * `episode`: `S02E14`, `Folge 14`, `#14`. `part`: `Part 2`, `Teil zwei`, `2/5`, which tells parts of one subject
   * apart. `track`: a number at the beginning.
   */
  kind: 'episode' | 'part' | 'track';
}

const SEASON = 'season|staffel|temporada|saison|series';
const EPISODE =
  'episode|épisode|episodio|episódio|ep|folge|capítulo|sendung|émission|programa|sermon|predigt|message|talk|vortrag|no|nr|nº|n°';
const PART =
  'part|pt|teil|parte|partie|session|lesson|lektion|lección|leçon|lição|week|woche|semana|semaine|vol|tag|day';
const WORDS = [
  ['one', 'eins', 'uno', 'una', 'un', 'une', 'um', 'uma'],
  ['two', 'zwei', 'dos', 'deux', 'dois', 'duas'],
  ['three', 'drei', 'tres', 'trois', 'três'],
  ['four', 'vier', 'cuatro', 'quatre', 'quatro'],
  ['five', 'fünf', 'cinco', 'cinq'],
  ['six', 'sechs', 'seis'],
  ['seven', 'sieben', 'siete', 'sept', 'sete'],
  ['eight', 'acht', 'ocho', 'huit', 'oito'],
  ['nine', 'neun', 'nueve', 'neuf', 'nove'],
  ['ten', 'zehn', 'diez', 'dix', 'dez'],
];
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
const VALUE = `\\d{1,4}|${[...WORDS.flat(), ...ROMAN].join('|')}`;
const SPACE = '[ ._-]{0,3}';
const BEFORE = '(?<![\\p{L}\\p{N}])';
const AFTER = '(?![\\p{L}\\p{N}])';

const patterns: readonly [RegExp, WrittenNumber['kind']][] = [
  [
    new RegExp(`${BEFORE}s(?<season>\\d{1,2})${SPACE}(?:e|ep|x)${SPACE}(?<number>\\d{1,4})${AFTER}`, 'iu'),
    'episode',
  ],
  [
    new RegExp(
      `${BEFORE}(?:${SEASON})${SPACE}(?<season>\\d{1,2})[ ,._-]{0,3}(?:${EPISODE})${SPACE}(?<number>\\d{1,4})${AFTER}`,
      'iu',
    ),
    'episode',
  ],
  [new RegExp(`${BEFORE}(?<season>\\d{1,2})x(?<number>\\d{2,3})${AFTER}`, 'iu'), 'episode'],
  [new RegExp(`(?:${BEFORE}(?:${EPISODE})${SPACE}#?|#)(?<number>\\d{1,4})${AFTER}`, 'iu'), 'episode'],
  [new RegExp(`${BEFORE}(?:${PART})${SPACE}#?(?<number>${VALUE})${AFTER}`, 'iu'), 'part'],
  [new RegExp(`${BEFORE}(?<number>\\d{1,2}) ?(?:/|of|von|de|sur) ?\\d{1,2}${AFTER}`, 'iu'), 'part'],
  [/^(?<number>\d{1,3})(?=[\s._-]{1,3}\p{L})/u, 'track'],
];

/** The first number of a season, an episode or a part; undefined if there is none. */
export const findWrittenNumber = (
  text: string,
  isFree: (start: number, end: number) => boolean,
): WrittenNumber | undefined => {
  for (const [pattern, kind] of patterns) {
    const match = pattern.exec(text);
    const end = match ? match.index + match[0].length : 0;
    if (!match || !isFree(match.index, end)) continue;
    const { number, season } = match.groups as { number: string; season?: string };
    return {
      start: match.index,
      end,
      text: match[0],
      number: valueOf(number),
      season: season === undefined ? null : Number(season),
      kind,
    };
  }
  return undefined;
};

const valueOf = (written: string): number => {
  if (/^\d/.test(written)) return Number(written);
  const word = written.toLowerCase();
  const at = WORDS.findIndex((words) => words.includes(word));
  return 1 + (at < 0 ? ROMAN.indexOf(word) : at);
};
