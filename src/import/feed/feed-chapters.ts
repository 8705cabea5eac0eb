/** Chapters of an episode: written in the feed (Podlove Simple Chapters), or a file of JSON beside it. */
import { decodeText } from '../../transcripts/formats/parsing/decode-text.js';
import type { MediaChapter } from '../../content/chapters/media-chapters.js';

/** `1:02:03`, `62:03` or seconds, each with fractions, as seconds; null if it is none of them. */
export const clockSecs = (written: string): number | null =>
  /^\d{1,6}(?::\d{1,2}){0,2}(?:\.\d{1,9})?$/.test(written)
    ? written.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    : null;

/** @returns null without a title or a time */
export const chapterAt = (start: unknown, title: unknown): MediaChapter | null => {
  const secs = typeof start === 'string' ? clockSecs(start.trim()) : start;
  return typeof secs === 'number' && typeof title === 'string' ? { title, startMs: secs * 1_000 } : null;
};

/**
 * Reads https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md.
 * Chapters that are not for the table of contents are left out.
 * @throws {Error} when it is no such file
 */
export const readJsonChapters = (bytes: Uint8Array): MediaChapter[] => {
  const { chapters } = (parsed(bytes) ?? {}) as { chapters?: unknown };
  if (!Array.isArray(chapters)) throw new Error('It is not a JSON file with chapters');
  return chapters.flatMap((each: unknown) => {
    const { startTime, title, toc } = (each ?? {}) as Record<string, unknown>;
    return (toc !== false && chapterAt(startTime, title)) || [];
  });
};

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(decodeText(bytes).replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
};
