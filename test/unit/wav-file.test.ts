/** WAV files of all kinds become 16 kHz, mono, 16 bits, without ffmpeg. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeWav } from '../../src/processing/transcription/wav-file.js';

const folder = mkdtempSync(join(tmpdir(), 'lectern-wav-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HERTZ = 440;
const SECS = 1;
const LOUDNESS = 0.5;

interface Kind {
  tag: number;
  bits: number;
  rate: number;
  channels: number;
}

/** A tone in the first channel, and silence in the others. */
const wav = ({ tag, bits, rate, channels }: Kind, dataBytes?: number): Buffer => {
  const bytes = bits / 8;
  const data = Buffer.alloc(SECS * rate * channels * bytes, bits === 8 ? 128 : 0);
  for (let n = 0; n < SECS * rate; n++) {
    const value = LOUDNESS * Math.sin((2 * Math.PI * HERTZ * n) / rate);
    const at = n * channels * bytes;
    if (tag === 3) data.writeFloatLE(value, at);
    else if (bits === 8) data.writeUInt8(128 + Math.round(value * 127), at);
    else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), at, bytes);
  }
  const head = Buffer.alloc(54);
  head.write('RIFF\0\0\0\0WAVEnote', 'latin1');
  head.writeUInt32LE(1, 16);
  head.write('fmt ', 22);
  head.writeUInt32LE(16, 26);
  head.writeUInt16LE(tag, 30);
  head.writeUInt16LE(channels, 32);
  head.writeUInt32LE(rate, 34);
  head.writeUInt16LE(bits, 44);
  head.write('data', 46);
  head.writeUInt32LE(dataBytes ?? data.length, 50);
  return Buffer.concat([head, data]);
};

const decoded = async (bytes: Buffer): Promise<Int16Array> => {
  const [input, output] = [join(folder, 'in.wav'), join(folder, 'samples')];
  writeFileSync(input, bytes);
  await decodeWav(input, output, new AbortController().signal);
  return new Int16Array(new Uint8Array(readFileSync(output)).buffer);
};

describe('a WAV file', () => {
  it.each<Kind>([
    { tag: 1, bits: 16, rate: 16_000, channels: 1 },
    { tag: 1, bits: 16, rate: 44_100, channels: 2 },
    { tag: 1, bits: 24, rate: 48_000, channels: 1 },
    { tag: 1, bits: 8, rate: 8_000, channels: 1 },
    { tag: 3, bits: 32, rate: 96_000, channels: 2 },
  ])('of $bits bits, $rate Hz and $channels channels is read', async (kind) => {
    const samples = await decoded(wav(kind));
    expect(Math.abs(samples.length - SECS * 16_000)).toBeLessThan(10);
    // Each sample is the tone's, apart from the edges.
    const loudness = (LOUDNESS * 32_767) / kind.channels;
    const worst = samples
      .subarray(200, -200)
      .reduce(
        (most, value, n) =>
          Math.max(most, Math.abs(value - loudness * Math.sin((2 * Math.PI * HERTZ * (n + 200)) / 16_000))),
        0,
      );
    expect(worst / loudness).toBeLessThan(0.03);
  });

  it('is read to its end if its recorder stopped early', async () => {
    const kind = { tag: 1, bits: 16, rate: 16_000, channels: 1 };
    expect((await decoded(wav(kind, 0))).length).toBeGreaterThan(15_990);
    expect((await decoded(wav(kind, 0xffffffff))).length).toBeGreaterThan(15_990);
  });

  it('that cannot be read says why', async () => {
    await expect(decoded(wav({ tag: 2, bits: 16, rate: 8_000, channels: 1 }))).rejects.toThrow(
      'it has coding 2',
    );
    await expect(decoded(Buffer.from('ID3 and so on'))).rejects.toThrow('it is no RIFF file');
    await expect(decoded(Buffer.from('RIFF\0\0\0\0WAVE'))).rejects.toThrow('it has no sound');
  });
});
