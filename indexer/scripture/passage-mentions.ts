/** Collects where a talk names and quotes verses, and makes passages of them, ranked by how much of the talk they have. */
import type { Passage } from './parse-references.js';
import type { SpokenReference } from './spoken-references.js';
import { chapterAt, chapterIndex, chapterOfVerse } from './verse-numbers.js';

export interface RankedPassage extends Passage {
  /** 0 to 1 */
  score: number;
  /** Offset in the text of the first mention that is sure. */
  at: number;
}

export interface QuotedVerse {
  /** Of all verses in canonical order. */
  verse: number;
  score: number;
  /** The word of the text with which the quotation begins, and its offset. */
  word: number;
  at: number;
}

/** The most passages of a talk. */
const MAX_FOUND = 10;
/** A verse that is named counts as much as a quotation of this score. */
const NAMED = 34;
const NAMED_CHAPTER = 14;
/** From this score on a quotation is one; below, people may use such words without thinking of the verse. */
const SURE = 22;
/** What is quoted in part again and again is meant as well. */
const REPEATED = { score: 12, total: 100 };
/** A longer quotation counts no more. */
const MOST = 42;
/** Words between quotations of two verses that follow each other. */
const NEAR_WORDS = 100;
/** Verses that are read on from one to the other, with at most two between that were not understood. */
const MAX_GAP = 3;
/** Of a passage of several verses, what the others add to the one that counts most. */
const OTHERS = 0.35;
/** What a talk comes to in its beginning is what it is about. */
const EARLY = { share: 0.12, times: 1.4 };
/** The total of a score of one half. */
const HALF = 40;

interface Mentioned {
  total: number;
  /** Of the first mention that is sure; undefined while none is. */
  at: number | undefined;
}

interface MentionedVerse extends Mentioned {
  /** Quotations in part. */
  parts: { total: number; at: number };
  /** With which its last sure quotation began. */
  word: number;
  /** The verse up to which the following ones go with it. */
  lastOfRun: number;
}

/** @param length of the text, in which offsets are */
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

    /** Best first; a chapter is one only where none of its verses is. */
    ranked: (): RankedPassage[] => {
      const sure = [...verses]
        .flatMap(([verse, { total, at, parts, lastOfRun }]) => {
          const isRepeated = parts.total >= REPEATED.total;
          const first = at ?? (isRepeated ? parts.at : undefined);
          return first === undefined ? [] : [{ verse, total, at: first, lastOfRun }];
        })
        .sort((a, b) => a.verse - b.verse);
      const passages: (Passage & { total: number; at: number })[] = [];
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
