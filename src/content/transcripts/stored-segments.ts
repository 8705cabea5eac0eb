/** Segments in stored form. */
import type { Segment } from '../../../indexer/index.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { TranscriptSegment } from './formats/transcript-segment.js';
import { contentHashOf } from './segment-ids.js';

export interface StoredSegments {
  /** JSON */
  segments: string;
  /** Of the segments without their ids. */
  contentHash: string;
  /** End of the last segment; null without times. */
  endMs: number | null;
}

export const storedSegments = (segments: readonly TranscriptSegment[]): StoredSegments => {
  const json = JSON.stringify(segments);
  const hasIds = segments.some(({ id }) => id !== undefined);
  return {
    segments: json,
    contentHash: hasIds ? contentHashOf(segments) : sha256(json),
    endMs: endOf(segments),
  };
};

export const endOf = (segments: readonly Segment[]): number | null => {
  const end = segments.reduce((latest, { startMs, endMs }) => Math.max(latest, endMs ?? startMs ?? -1), -1);
  return end < 0 ? null : Math.round(end);
};
