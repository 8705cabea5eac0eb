/** Collects the verses that a talk names and quotes, and merges them into passages ranked by prominence. */
import type { VerseRange } from './versification.js';
import type { SpokenReference } from './spoken-references.js';
import { chapterAt, chapterIndex, chapterOfVerse } from './verse-numbers.js';

export interface RankedPassage extends VerseRange {
  /** 0 to 1 */
  score: number;
  /** Offset in the text of the first certain mention. */
  at: number;
}

export interface QuotedVerse {
  /** Index among all verses in canonical order. */
  verse: number;
  score: number;
  /** Index of the first quoted word in the text, and its offset. */
  word: number;
  at: number;
}

/** Maximum number of passages per talk. */
const MAX_FOUND = 10;
/** A named verse counts as much as a quotation with this score. */
const NAMED = 34;
const NAMED_CHAPTER = 14;
/** Minimum score of a certain quotation; below it, the words may be used without the verse in mind. */
const SURE = 22;
/** A verse that is repeatedly quoted in part is meant too. */
const REPEATED = { score: 12, total: 100 };
/** Maximum score that a quotation contributes. */
const MOST = 42;
/** Maximum distance in words between quotations of consecutive verses. */
const NEAR_WORDS = 100;
/** Maximum step between consecutively read verses: up to two in between may not have been recognised. */
const MAX_GAP = 3;
/** Weight of the other verses of a passage relative to its most prominent one. */
const OTHERS = 0.35;
/** Passages mentioned early are more likely what the talk is about. */
const EARLY = { share: 0.12, times: 1.4 };
/** The total that corresponds to a score of 0.5. */
const HALF = 40;

interface Mentioned {
  total: number;
  /** Offset of the first certain mention; undefined until there is one. */
  at: number | undefined;
}

interface MentionedVerse extends Mentioned {
  /** Partial quotations. */
  parts: { total: number; at: number };
  /** Index of the first word of its last certain quotation. */
  word: number;
  /** The last verse that is part of the same run. */
  lastOfRun: number;
}

/** @param length of the text in which offsets are given */
export function collectPassages(length: number) {
  const verses = new Map<number, MentionedVerse>();
  const chapters = new Map<number, Mentioned>();

  const verseOf = (verse: number): MentionedVerse => {
    const known = verses.get(verse);
    if (known) return known;
    const parts = { total: 0, at: 0 };
    const created = { total: 0, at: undefined, parts, word: -Infinity, lastOfRun: verse };
    verses.set(verse, created);
    return created;
  };
  const weightAt = (at: number): number => (at < length * EARLY.share ? EARLY.times : 1);
  const mention = (of: Mentioned, weight: number, at: number): void => {
    of.total += weight * weightAt(at);
    of.at = Math.min(of.at ?? at, at);
  };

  const nameChapter = (chapter: number, at: number): void => {
    const known = chapters.get(chapter) ?? { total: 0, at: undefined };
    chapters.set(chapter, known);
    mention(known, NAMED_CHAPTER, at);
  };

  return {
    name: ({ book, chapter, verseStart, verseEnd, at }: SpokenReference): void => {
      const index = chapterIndex(book, chapter);
      if (index === undefined) return;
      if (verseStart === null || verseEnd === null) return nameChapter(index, at);
      const { start } = chapterAt(index);
      for (let verse = verseStart; verse <= verseEnd; verse++) {
        const one = verseOf(start + verse - 1);
        mention(one, NAMED, at);
        if (verse < verseEnd) one.lastOfRun = Math.max(one.lastOfRun, start + verse);
      }
    },

    quote: ({ verse, score, word, at }: QuotedVerse): void => {
      const one = verseOf(verse);
      const counted = Math.min(score, MOST);
      if (score >= SURE) {
        mention(one, counted, at);
        one.word = word;
        for (let gap = 1; gap <= MAX_GAP; gap++) {
          const before = verses.get(verse - gap);
          if (!before || word <= before.word || word - before.word > NEAR_WORDS * gap) continue;
          before.lastOfRun = Math.max(before.lastOfRun, verse);
          break;
        }
        return;
      }
      one.total += counted;
      const { parts } = one;
      if (score < REPEATED.score) return;
      if (parts.total === 0) parts.at = at;
      parts.total += score;
    },

    /** Best first; a whole chapter is included only if none of its verses is. */
    ranked: (): RankedPassage[] => {
      const sure = [...verses]
        .flatMap(([verse, { total, at, parts, lastOfRun }]) => {
          const isRepeated = parts.total >= REPEATED.total;
          const first = at ?? (isRepeated ? parts.at : undefined);
          return first === undefined ? [] : [{ verse, total, at: first, lastOfRun }];
        })
        .sort((a, b) => a.verse - b.verse);
      const passages: (VerseRange & { total: number; at: number })[] = [];
      const withVerses = new Set<number>();
      for (let i = 0; i < sure.length; i++) {
        const run = [sure[i]!];
        const chapter = chapterOfVerse(run[0]!.verse);
        while (
          sure[i + 1] &&
          sure[i + 1]!.verse <= run.at(-1)!.lastOfRun &&
          chapterOfVerse(sure[i + 1]!.verse) === chapter
        )
          run.push(sure[++i]!);
        const most = Math.max(...run.map(({ total }) => total));
        const others = run.reduce((sum, { total }) => sum + total, -most);
        const { book, chapter: number, start } = chapterAt(chapter);
        const named = chapters.get(chapter)?.total ?? 0;
        withVerses.add(chapter);
        passages.push({
          book,
          chapter: number,
          verseStart: run[0]!.verse - start + 1,
          verseEnd: run.at(-1)!.verse - start + 1,
          total: most + OTHERS * Math.min(most, others + named),
          at: Math.min(...run.map(({ at }) => at)),
        });
      }
      for (const [chapter, { total, at }] of chapters) {
        const { book, chapter: number, verses: count } = chapterAt(chapter);
        if (!withVerses.has(chapter))
          passages.push({ book, chapter: number, verseStart: 1, verseEnd: count, total, at: at ?? 0 });
      }
      passages.sort((a, b) => b.total - a.total || a.at - b.at);
      return passages.slice(0, MAX_FOUND).map(({ total, ...passage }) => ({
        ...passage,
        score: Math.round((total / (total + HALF)) * 1_000) / 1_000,
      }));
    },
  };
}
