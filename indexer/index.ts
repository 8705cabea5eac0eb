/** The indexer's public face: all that the rest of the house may import from it. */
export type * from './ports.js';
export { chunkSegments } from './chunk.js';
export {
  BIBLE_BOOKS,
  bibleBook,
  bibleBookByOsis,
  chapterCount,
  citation,
  passageExists,
  verseCount,
  type BibleBook,
} from './scripture/books.js';
export {
  findReferences,
  parseReferences,
  type FoundReference,
  type Passage,
} from './scripture/references.js';
export { parseScriptureQuery, type ScriptureQuery } from './scripture-query.js';
