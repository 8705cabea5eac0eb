/** Appends to the spool: all that wait share one write and one fdatasync. */
import { SpoolUnavailableError } from './errors.js';
import { createSegment, type SegmentWriter } from './segment-writer.js';

/** Written and made durable at once, at most; the first of a group may be longer. */
const GROUP_BYTES = 8 * 1024 * 1024;
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

interface Waiting {
  frame: Buffer;
  events: number;
  time: number;
  resolve(): void;
  reject(error: Error): void;
}

export interface Appended {
  segment: number;
  /** Where the group begins. */
  offset: number;
  bytes: number;
  events: number;
  /** Of the first of the group, ms since 1970. */
  time: number;
}

export const createAppender = ({
  dir,
  segmentBytes,
  nextSegment,
  onAppended,
  onRefused,
}: {
  dir: string;
  segmentBytes: number;
  /** A number that no segment had before. */
  nextSegment(): number;
  onAppended(group: Appended): void;
  onRefused(error: unknown): void;
}) => {
  let waiting: Waiting[] = [];
  let writer: SegmentWriter | undefined;
  let running: Promise<void> | undefined;
  let queuedBytes = 0;

  const current = async (): Promise<SegmentWriter> => {
    if (writer?.usable() && writer.durable() < segmentBytes) return writer;
    const full = writer;
    writer = await createSegment(dir, nextSegment());
    await full?.close().catch(() => undefined);
    return writer;
  };

  const takeGroup = (): Waiting[] => {
    let bytes = 0;
    const end = waiting.findIndex(({ frame }, i) => (bytes += frame.length) > GROUP_BYTES && i > 0);
    return waiting.splice(0, end === -1 ? waiting.length : end);
  };

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = takeGroup();
      const bytes = group.reduce((sum, { frame }) => sum + frame.length, 0);
      try {
        const file = await current();
        const offset = file.durable();
        const first = group[0];
        await file.append(
          group.length === 1 && first
            ? first.frame
            : Buffer.concat(
                group.map(({ frame }) => frame),
                bytes,
              ),
        );
        const events = group.reduce((sum, waiter) => sum + waiter.events, 0);
        onAppended({ segment: file.segment, offset, bytes, events, time: first?.time ?? 0 });
        for (const { resolve } of group) resolve();
      } catch (error) {
        onRefused(error);
        const refusal = refusalOf(error);
        for (const { reject } of group) reject(refusal);
      } finally {
        queuedBytes -= bytes;
      }
    }
    running = undefined;
  };

  return {
    /** Bytes that wait for the disk. */
    queuedBytes: () => queuedBytes,
    /** The segment that grows, and how much of it is durable. */
    growing: (): { segment: number; durable: number } | undefined =>
      writer && { segment: writer.segment, durable: writer.durable() },
    /** Resolves once the frame is on disk. @throws SpoolUnavailableError */
    append: (frame: Buffer, events: number, time: number): Promise<void> =>
      new Promise((resolve, reject) => {
        queuedBytes += frame.length;
        waiting.push({ frame, events, time, resolve, reject });
        running ??= write();
      }),
    /** Ends once all that waited is written. */
    close: async (): Promise<void> => {
      await running;
      await writer?.close();
      waiting = [];
    },
  };
};

const refusalOf = (error: unknown): SpoolUnavailableError => {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new SpoolUnavailableError(
    NO_ROOM.has(code) ? 'The disk that keeps the events is full' : 'The events cannot be kept at the moment',
    { cause: error },
  );
};
