/** Runs in a thread: MediaInfo reads ranges of a media file until it knows enough. */
import mediaInfoFactory from 'mediainfo.js';
import type { Ask } from '../../platform/lib/thread-pool.js';
import { factsOf, type MediaFacts } from './media-facts.js';

/** The range of the file that a task requests. */
export interface ByteQuestion {
  offset: number;
  size: number;
}

const CHUNK_BYTES = 256 * 1024;
/** Reading stops here, and the result contains what is known by then. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_READS = 1_000;

export const probeTasks = {
  probe: async ({ sizeBytes }: { sizeBytes: number }, ask: Ask): Promise<MediaFacts> => {
    const mediaInfo = await mediaInfoFactory({ format: 'object', chunkSize: CHUNK_BYTES });
    let bytes = 0;
    let reads = 0;
    const read = async (requested: number, offset: number): Promise<Uint8Array> => {
      const size = Math.min(requested, sizeBytes - offset);
      if (size <= 0 || ++reads > MAX_READS || (bytes += size) > MAX_BYTES) return new Uint8Array();
      const question: ByteQuestion = { offset, size };
      return (await ask(question as never)) as Uint8Array;
    };
    try {
      return factsOf(await mediaInfo.analyzeData(sizeBytes, read));
    } finally {
      mediaInfo.close();
    }
  },
};
