/** The thread that writes segments: bytes in, and word that they are on disk out. */
import { parentPort, workerData } from 'node:worker_threads';
import { createSegmentFile, type SegmentFile } from './segment-file.js';

export interface AppendRequest {
  id: number;
  /** Another than before begins a new file. */
  segment: number;
  bytes: Uint8Array;
}

export interface AppendAnswer {
  id: number;
  /** Null where the bytes are on disk. */
  refused: { message: string; code: string | undefined } | null;
  /** False where the next append needs a new segment. */
  usable: boolean;
}

const port = parentPort;
if (!port) throw new Error('segment-thread runs as a worker thread');
const { dir } = workerData as { dir: string };

let current: { segment: number; file: SegmentFile } | undefined;

const fileOf = (segment: number): SegmentFile => {
  if (current?.segment === segment) return current.file;
  const file = createSegmentFile(dir, segment);
  current?.file.close();
  current = { segment, file };
  return file;
};

port.on('message', ({ id, segment, bytes }: AppendRequest) => {
  const answer: AppendAnswer = { id, refused: null, usable: true };
  try {
    const file = fileOf(segment);
    try {
      file.append(bytes);
    } finally {
      answer.usable = file.usable();
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    answer.refused = { message, code };
    answer.usable &&= current?.segment === segment;
  }
  port.postMessage(answer);
});
