/** The WAV format for speech recognition: 16 kHz, mono, signed 16-bit samples. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Sound } from './transcriber.js';

export const SAMPLE_RATE = 16_000;
const SAMPLE_BYTES = 2;
export const BYTES_PER_MS = (SAMPLE_RATE * SAMPLE_BYTES) / 1_000;

/** The header of a RIFF file with this many bytes of samples: http://soundfile.sapp.org/doc/WaveFormat/ */
const headerOf = (dataBytes: number): Buffer => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'ascii');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'ascii');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  header.writeUInt16LE(SAMPLE_BYTES, 32);
  header.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  header.write('data', 36, 'ascii');
  header.writeUInt32LE(dataBytes, 40);
  return header;
};

/** Part of a file of raw samples as a WAV file; times in ms. */
export const wavPart = (path: string, startMs: number, endMs: number): Sound => {
  const start = startMs * BYTES_PER_MS;
  const dataBytes = (endMs - startMs) * BYTES_PER_MS;
  return {
    filename: 'sound.wav',
    contentType: 'audio/wav',
    sizeBytes: 44 + dataBytes,
    durationMs: endMs - startMs,
    open: () => Readable.from(wavBytes(path, start, dataBytes), { objectMode: false }),
  };
};

async function* wavBytes(path: string, start: number, dataBytes: number): AsyncGenerator<Buffer> {
  yield headerOf(dataBytes);
  yield* createReadStream(path, { start, end: start + dataBytes - 1 }) as AsyncIterable<Buffer>;
}
