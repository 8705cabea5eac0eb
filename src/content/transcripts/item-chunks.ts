/** The chunks of an item, with the paragraph in which each begins: where searches lead to without times. */
import { chunkSegments, type Chunk, type Segment } from '../../../indexer/index.js';
import { hasTimes, isParagraph } from './read-paragraphs.js';

export interface ItemChunk extends Chunk {
  /** 0-based, as `readParagraphs` counts them; null where the transcript has times. */
  paragraph: number | null;
}

/** Deterministic; empty segments give no chunks. */
export const cutChunks = (segments: readonly Segment[]): ItemChunk[] => {
  const isTimed = hasTimes(segments);
  let paragraph = -1;
  let next = 0;
  // Chunks begin in ascending segments.
  return chunkSegments(segments).map(({ segment, ...chunk }) => {
    for (; next <= segment; next += 1) if (isParagraph(segments[next]!)) paragraph += 1;
    return { ...chunk, paragraph: isTimed ? null : Math.max(0, paragraph) };
  });
};
