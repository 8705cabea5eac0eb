/** Texts as UTF-8 in large buffers, without an object for each. */
import { grown } from './grown.js';
import type { Saved } from './saved.js';

export interface TextPool extends Saved {
  /** Adds the next text. */
  push(text: string): void;
  get(at: number): string;
  bytes(): number;
}

interface SavedPlaces {
  places: Uint32Array<ArrayBuffer>;
  length: number;
  end: number;
}

const BUFFER_BYTES = 1 << 18;
const FIRST_BUFFER_BYTES = 1 << 14;

export function createTextPool(): TextPool {
  const buffers: Buffer[] = [];
  let end = 0;
  /** By text: its buffer, start and end. */
  let places = new Uint32Array(3 * 64);
  let length = 0;
  let bytes = 0;
  return {
    push: (text) => {
      const size = Buffer.byteLength(text);
      if (end + size > (buffers.at(-1)?.length ?? 0)) {
        const usual = Math.min(BUFFER_BYTES, FIRST_BUFFER_BYTES * 2 ** buffers.length);
        buffers.push(Buffer.allocUnsafeSlow(Math.max(usual, size)));
        bytes += buffers.at(-1)!.length;
        end = 0;
      }
      buffers.at(-1)!.write(text, end);
      if (length * 3 === places.length) places = grown(places);
      places.set([buffers.length - 1, end, end + size], length * 3);
      end += size;
      length++;
    },
    get: (at) => {
      const [buffer, from, to] = places.subarray(at * 3, at * 3 + 3);
      return buffers[buffer!]!.toString('utf8', from, to);
    },
    *parts() {
      yield* buffers;
      yield { places, length, end } satisfies SavedPlaces;
    },
    restore: (part) => {
      if (Buffer.isBuffer(part)) {
        buffers.push(part);
        bytes += part.length;
      } else ({ places, length, end } = part as SavedPlaces);
    },
    bytes: () => bytes + places.byteLength,
  };
}
