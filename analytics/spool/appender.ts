/** Appends to the spool: all that wait share one write and one fdatasync. */
import { SpoolUnavailableError } from './errors.js';
import { AppendError, createSegmentWriter } from './segment-writer.js';

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
  const waiting: Waiting[] = [];
  const writer = createSegmentWriter(dir);
  /** The segment that grows; null where the next append begins one. */
  let growing: { segment: number; durable: number } | null = null;
  let running: Promise<void> | undefined;
  let queuedBytes = 0;

  const takeGroup = (): Waiting[] => {
    let bytes = 0;
    const end = waiting.findIndex(({ frame }, i) => (bytes += frame.length) > GROUP_BYTES && i > 0);
    return waiting.splice(0, end === -1 ? waiting.length : end);
  };

  const writeGroup = async (group: readonly Waiting[], bytes: number): Promise<Appended> => {
    if (!growing || growing.durable >= segmentBytes) growing = { segment: nextSegment(), durable: 0 };
    const { segment, durable: offset } = growing;
    const frames = group.map(({ frame }) => frame);
    try {
      const { usable } = await writer.append(segment, Buffer.concat(frames, bytes));
      growing = usable ? { segment, durable: offset + bytes } : null;
    } catch (error) {
      if (!(error instanceof AppendError && error.usable)) growing = null;
      throw error;
    }
    const events = group.reduce((sum, waiter) => sum + waiter.events, 0);
    return { segment, offset, bytes, events, time: group[0]?.time ?? 0 };
  };

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = takeGroup();
      const bytes = group.reduce((sum, { frame }) => sum + frame.length, 0);
      try {
        onAppended(await writeGroup(group, bytes));
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
    /** The segment that may grow. */
    growing: (): { segment: number } | null => growing,
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
      await writer.end();
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
