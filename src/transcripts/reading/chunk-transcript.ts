/** The chunks of an item, each with the paragraph in which it begins: the target of search results without times. */
import { chunkSegments, type Chunk, type Segment } from '../../../indexer/index.js';
import { hasTimes, isParagraph } from './read-paragraphs.js';

export interface ItemChunk extends Chunk {
  /** From 0, counted as in `readParagraphs`; null if the transcript has times. */
  paragraph: number | null;
}

/** Deterministic; empty segments yield no chunks. */
export const chunkTranscript = (segments: readonly Segment[]): ItemChunk[] => {
  const isTimed = hasTimes(segments);
  let paragraph = -1;
  let next = 0;
  // Chunks are in ascending order of segments.
  return chunkSegments(segments).map(({ segment, ...chunk }) => {
    for (; next <= segment; next += 1) if (isParagraph(segments[next]!)) paragraph += 1;
    return { ...chunk, paragraph: isTimed ? null : Math.max(0, paragraph) };
  });
};
