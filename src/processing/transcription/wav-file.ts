/** Reads WAV files where ffmpeg is not installed, as raw samples for transcribers: 16 kHz, mono, 16 bits. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** The file is no WAV file that can be read here; the message says why. */
export class WavError extends Error {
  override readonly name = 'WavError';
}

interface WavFormat {
  channels: number;
  rate: number;
  /** Bytes of a sample of all channels. */
  frameBytes: number;
  /** One channel of a sample, from -1 to 1. */
  read(bytes: Buffer, at: number): number;
  dataStart: number;
  dataBytes: number;
}

/** Size of the header that Lectern writes. */
export const WAV_HEADER_BYTES = 44;

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const MAX_CHANNELS = 32;
const MIN_RATE = 4_000;
const MAX_RATE = 384_000;

const READERS: Record<string, WavFormat['read']> = {
  [`${PCM}/8`]: (bytes, at) => (bytes.readUInt8(at) - 128) / 128,
  [`${PCM}/16`]: (bytes, at) => bytes.readInt16LE(at) / 2 ** 15,
  [`${PCM}/24`]: (bytes, at) => bytes.readIntLE(at, 3) / 2 ** 23,
  [`${PCM}/32`]: (bytes, at) => bytes.readInt32LE(at) / 2 ** 31,
  [`${FLOAT}/32`]: (bytes, at) => bytes.readFloatLE(at),
  [`${FLOAT}/64`]: (bytes, at) => bytes.readDoubleLE(at),
};

/** @throws {WavError} http://soundfile.sapp.org/doc/WaveFormat/ */
const readFormat = async (path: string): Promise<WavFormat> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(40);
    const chunkAt = async (at: number): Promise<string> => {
      const { bytesRead } = await file.read(head, 0, head.length, at);
      return bytesRead < 8 ? '' : head.toString('latin1', 0, 4);
    };
    if ((await chunkAt(0)) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE')
      throw new WavError('it is no RIFF file');
    let format: Omit<WavFormat, 'dataStart' | 'dataBytes'> | undefined;
    for (let at = 12; at + 8 <= size;) {
      const name = await chunkAt(at);
      const bytes = head.readUInt32LE(4);
      if (name === 'fmt ') format = formatIn(head.subarray(8));
      // The length is wrong if the recorder stopped early, or beyond 4 GB: the sound goes on to the end.
      if (name === 'data' && format)
        return {
          ...format,
          dataStart: at + 8,
          dataBytes: bytes > 0 ? Math.min(bytes, size - at - 8) : size - at - 8,
        };
      at += 8 + bytes + (bytes % 2);
    }
    throw new WavError('it has no sound');
  } finally {
    await file.close();
  }
};

const formatIn = (fields: Buffer): Omit<WavFormat, 'dataStart' | 'dataBytes'> => {
  const tag = fields.readUInt16LE(0);
  const channels = fields.readUInt16LE(2);
  const rate = fields.readUInt32LE(4);
  const bits = fields.readUInt16LE(14);
  const coding = tag === EXTENSIBLE ? fields.readUInt16LE(24) : tag;
  const read = READERS[`${coding}/${bits}`];
  if (!read) throw new WavError(`it has coding ${coding} with ${bits} bits`);
  if (channels < 1 || channels > MAX_CHANNELS || rate < MIN_RATE || rate > MAX_RATE)
    throw new WavError(`it has ${channels} channels of ${rate} Hz`);
  return { channels, rate, frameBytes: (channels * bits) / 8, read };
};

const RATE = 16_000;
/** Zero crossings of the filter on each side. */
const CROSSINGS = 12;
/** Positions between two samples for which the filter is computed. */
const PHASES = 256;

/** Writes the sound as raw samples. @throws {WavError} */
export const decodeWav = async (path: string, output: string, signal: AbortSignal): Promise<void> => {
  const format = await readFormat(path);
  const { dataStart: start, dataBytes } = format;
  if (dataBytes < format.frameBytes) throw new WavError('it has no sound');
  const bytes = createReadStream(path, { start, end: start + dataBytes - 1, highWaterMark: 256 * 1024 });
  const samples = resample(monoOf(bytes as AsyncIterable<Buffer>, format), format.rate);
  await pipeline(samples, createWriteStream(output), { signal });
};

/** The mean of all channels. */
async function* monoOf(
  chunks: AsyncIterable<Buffer>,
  { channels, frameBytes, read }: WavFormat,
): AsyncGenerator<Float32Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const mono = new Float32Array(Math.floor(bytes.length / frameBytes));
    for (let frame = 0; frame < mono.length; frame++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++)
        sum += read(bytes, frame * frameBytes + (channel * frameBytes) / channels);
      mono[frame] = sum / channels;
    }
    rest = bytes.subarray(mono.length * frameBytes);
    yield mono;
  }
}

/** Changes the rate with a windowed sinc filter. */
async function* resample(chunks: AsyncIterable<Float32Array>, rate: number): AsyncGenerator<Buffer> {
  const step = rate / RATE;
  const half = Math.ceil(CROSSINGS * Math.max(1, step));
  const filters = Array.from({ length: PHASES + 1 }, (_, phase) => filterAt(phase / PHASES, half, step));
  // Silence before and after the sound.
  let held = new Float32Array(half);
  let position = half;
  for await (const chunk of withEnd(chunks, half)) {
    const input = new Float32Array(held.length + chunk.length);
    input.set(held);
    input.set(chunk, held.length);
    const count = Math.max(0, Math.ceil((input.length - half - 1 - position) / step));
    const output = Buffer.alloc(2 * count);
    for (let n = 0; n < count; n++, position += step) {
      const whole = Math.floor(position);
      const filter = filters[Math.round((position - whole) * PHASES)]!;
      let sum = 0;
      for (let k = 0; k < filter.length; k++) sum += filter[k]! * input[whole - half + 1 + k]!;
      output.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sum * 32_767))), 2 * n);
    }
    const used = Math.max(0, Math.floor(position) - half);
    held = input.slice(used);
    position -= used;
    yield output;
  }
}

async function* withEnd(chunks: AsyncIterable<Float32Array>, silence: number): AsyncGenerator<Float32Array> {
  yield* chunks;
  yield new Float32Array(silence + 1);
}

/** @param phase between two samples, from 0 to 1 */
const filterAt = (phase: number, half: number, step: number): Float32Array => {
  const cutoff = 1 / Math.max(1, step);
  const taps = Float32Array.from({ length: 2 * half }, (_, k) => {
    const x = k + 1 - half - phase;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x * cutoff) / (Math.PI * x * cutoff);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (half + 1)));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
};
