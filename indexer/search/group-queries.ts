/** Groups queries that ask for the same, so that one can read what a library is searched for. */
import type { Background } from '../embedding/background.js';
import { dot } from '../embedding/vectors.js';
import { findReferences } from '../scripture/references.js';
import { analyzeQuery, isStopWord } from '../text/analyze.js';
import { foldedWords } from '../text/fold.js';

/**
 * How far above a model's background two queries must lie, in standard deviations, to ask for the same. Of 30 pairs of
 * queries that do ("grief", "the loss of a loved one") and 30 that do not, with the bundled model 17 and 2 lie above
 * it, and the two name a person of the Bible in two of his stories; half a deviation less joins none of the others
 * and two more of the first, one more leaves nine.
 */
const LEAST_DEVIATIONS = 4.5;
const MIN_NAME_LETTERS = 3;

/**
 * Takes the queries in turn: each joins the group of the most similar earlier query that leads a group, or leads a new
 * one. Queries with the same words in any order and form are similar in any case. Bible passages, numbers and names
 * are never taken for one another.
 *
 * @param queries the most important first
 * @param names of people, whose words keep queries apart
 * @param meaning null groups by words alone
 * @returns the positions of each group's queries; the first leads
 */
export function groupQueries(
  queries: readonly string[],
  names: readonly string[],
  meaning: QueryMeanings | null,
): number[][] {
  const wordsOfNames = new Set(
    names.flatMap(foldedOf).filter((word) => word.length >= MIN_NAME_LETTERS && !isStopWord(word)),
  );
  const least = meaning ? meaning.background.mean + LEAST_DEVIATIONS * meaning.background.spread : Infinity;
  const groups: Group[] = [];
  const byWords = new Map<string, Group>();
  for (const [at, query] of queries.entries()) {
    const marks = marksOf(query, wordsOfNames);
    const words = `${marks}\n${analyzeQuery(query).terms.toSorted().join(' ')}`;
    const vector = meaning?.vectors[at];
    const found = byWords.get(words) ?? (vector && mostSimilar(groups, marks, vector, least));
    const group = found ?? { members: [], marks, vector };
    if (!found) groups.push(group);
    if (!byWords.has(words)) byWords.set(words, group);
    group.members.push(at);
  }
  return groups.map(({ members }) => members);
}

export interface QueryMeanings {
  /** One for each query. */
  vectors: readonly Float32Array[];
  /** What the model gives to unrelated queries. */
  background: Background;
}

interface Group {
  members: number[];
  marks: string;
  /** The vector of its first query. */
  vector: Float32Array | undefined;
}

const mostSimilar = (
  groups: readonly Group[],
  marks: string,
  vector: Float32Array,
  least: number,
): Group | undefined => {
  let best: Group | undefined;
  let most = least;
  for (const group of groups) {
    if (group.marks !== marks || !group.vector) continue;
    const similarity = dot(group.vector, vector);
    if (similarity < most) continue;
    best = group;
    most = similarity;
  }
  return best;
};

const foldedOf = (text: string): string[] => foldedWords(text).map(({ folded }) => folded);

/** What makes two queries different, however similar they are: passages, numbers, names. */
const marksOf = (query: string, names: ReadonlySet<string>): string => {
  const passages = findReferences(query).map(
    ({ book, chapter, verseStart, verseEnd }) => `${book} ${chapter}:${verseStart ?? ''}-${verseEnd ?? ''}`,
  );
  const words = foldedOf(query).filter((word) => names.has(word) || /\d/.test(word));
  return [...passages, ...words].sort().join('\n');
};
