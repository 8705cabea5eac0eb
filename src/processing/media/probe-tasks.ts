/** Runs in a thread: MediaInfo reads ranges of a media file until it knows enough. */
import mediaInfoFactory from 'mediainfo.js';
import { mediaFactsOf, type MediaFacts } from './media-facts.js';

/** Reads a range of the file. */
type ReadRange = (offset: number, size: number) => Promise<Uint8Array>;

const CHUNK_BYTES = 256 * 1024;
/** Reading stops here, and the result contains what is known by then. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_READS = 1_000;

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
      return mediaFactsOf(await mediaInfo.analyzeData(sizeBytes, read));
    } finally {
      mediaInfo.close();
    }
  },
};
