/** Talks concatenated from halves of others, so that the topic is known to change where a half ends. */
import {
  chunkSegments,
  outlineOf,
  type Embedder,
  type Outline,
  type Segment,
} from '../../../indexer/index.js';
import type { Random } from '../../random.js';

const HALVES = { from: 4, below: 11 };
/** Minimum length of a talk in characters. */
const MIN_CHARACTERS = 12_000;
/** Average time per spoken word. */
const WORD_MS = 400;

export interface GluedTalk {
  outline: Outline;
  /** Indexes of the sentences with which halves begin, without the first half. */
  truth: number[];
}

export async function glueTalks(
  talks: readonly (readonly Segment[])[],
  count: number,
  random: Random,
  embedder: Embedder,
): Promise<GluedTalk[]> {
  const long = talks.filter((segments) => charactersOf(segments) >= MIN_CHARACTERS && segments.length > 1);
  const glued: GluedTalk[] = [];
  for (let at = 0; at < count; at++) {
    const halves = HALVES.from + random.int(HALVES.below - HALVES.from);
    const drawn = new Set<number>();
    while (drawn.size < Math.min(halves, long.length)) drawn.add(random.int(long.length));
    const segments: Segment[] = [];
    const starts: number[] = [];
    let time = 0;
    for (const talk of drawn) {
      starts.push(time);
      for (const { text } of halfOf(long[talk]!, random.chance(0.5))) {
        // Only the words mark where halves meet: there are no speakers and no pauses.
        const startMs = time;
        time += text.split(' ').length * WORD_MS;
        segments.push({ text, startMs, endMs: time });
      }
    }
    const embeddings = await embedder.embedDocuments(chunkSegments(segments).map(({ text }) => text));
    const outline = outlineOf({ segments, embeddings });
    const truth = starts
      .slice(1)
      .map((start) => outline.sentences.findIndex(({ startMs }) => startMs! >= start));
    glued.push({ outline, truth });
  }
  return glued;
}

const charactersOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { text }) => sum + text.length, 0);

function halfOf(segments: readonly Segment[], first: boolean): Segment[] {
  const middle = charactersOf(segments) / 2;
  let before = 0;
  return segments.filter(({ text }) => {
    const isFirst = before < middle;
    before += text.length;
    return isFirst === first;
  });
}
