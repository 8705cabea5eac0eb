/** Runs in a thread: MediaInfo reads ranges of a media file until it knows enough; what it does not read follows. */
import mediaInfoFactory from 'mediainfo.js';
import { ID3_HEADER_BYTES, id3Chapters, id3Size } from './id3-chapters.js';
import { mediaFactsOf, type MediaFacts, type ReadRange } from './media-facts.js';
import { mp4Chapters } from './mp4-chapters.js';
import { frameSeconds } from './mpeg-frames.js';

const CHUNK_BYTES = 256 * 1024;
/** Reading stops here, and the result contains what is known by then. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_READS = 1_000;
/** Chapters with pictures take some MiB. */
const MAX_TAG_BYTES = 16 * 1024 * 1024;

export const probeTasks = {
  probe: async ({ sizeBytes }: { sizeBytes: number }, readRange: ReadRange): Promise<MediaFacts> => {
    const mediaInfo = await mediaInfoFactory({ format: 'object', chunkSize: CHUNK_BYTES });
    let bytes = 0;
    let reads = 0;
    const read = async (requested: number, offset: number): Promise<Uint8Array> => {
      const size = Math.min(requested, sizeBytes - offset);
      if (size <= 0 || ++reads > MAX_READS || (bytes += size) > MAX_BYTES) return new Uint8Array();
      return readRange(offset, size);
    };
    try {
      return await completed(
        mediaFactsOf(await mediaInfo.analyzeData(sizeBytes, read)),
        readRange,
        sizeBytes,
      );
    } finally {
      mediaInfo.close();
    }
  },
};

/** With what MediaInfo does not read: text tracks and ID3 frames with chapters, and frames of sound. */
const completed = async (facts: MediaFacts, read: ReadRange, sizeBytes: number): Promise<MediaFacts> => {
  if (facts.container === 'mp4') {
    const chapters = await mp4Chapters(read, sizeBytes);
    return chapters.length > 0 ? { ...facts, chapters } : facts;
  }
  if (facts.container !== 'mp3') return facts;
  const tagBytes = id3Size(await read(0, Math.min(ID3_HEADER_BYTES, sizeBytes)));
  const chapters =
    tagBytes > 0 ? id3Chapters(await read(0, Math.min(tagBytes, MAX_TAG_BYTES, sizeBytes))) : [];
  const secs = await frameSeconds(read, Math.min(tagBytes, sizeBytes), sizeBytes);
  if (secs === null) return { ...facts, chapters };
  const measured = {
    durationSecs: Math.max(1, Math.round(secs)),
    bitrate: Math.round((8 * sizeBytes) / secs),
  };
  return { ...facts, ...measured, chapters };
};
