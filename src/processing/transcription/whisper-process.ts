/** The process that runs a Whisper model, below all other work of the machine. Its memory is freed when it ends. */
import { constants, setPriority } from 'node:os';
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { serve } from '../../../workers/index.js';
import { WAV_HEADER_BYTES } from './wav-file.js';
import { transcribeSound, type SpokenText, type TranscribeOptions } from './whisper/transcribe-sound.js';
import { loadWhisper } from './whisper/whisper-model.js';

export interface WhisperOptions {
  /** Of the model. */
  folder: string;
  threads: number;
}

export interface WhisperCalls {
  /**
   * @param path of a WAV file as `wavPart` makes it
   * @param onWindow if the caller has died, it never resolves, and the process ends
   */
  transcribe(
    path: string,
    options: TranscribeOptions,
    onWindow: () => Promise<void>,
  ): Promise<SpokenText & { processorMs: number }>;
}

const FULL_SCALE = 32_768;

const samplesOf = async (path: string): Promise<Float32Array> => {
  const bytes = await readFile(path);
  const samples = new Float32Array((bytes.length - WAV_HEADER_BYTES) >> 1);
  for (let at = 0; at < samples.length; at++)
    samples[at] = bytes.readInt16LE(WAV_HEADER_BYTES + 2 * at) / FULL_SCALE;
  return samples;
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

serve(async ({ folder, threads }: WhisperOptions): Promise<WhisperCalls> => {
  // The runtime's outputs make V8 collect garbage often: marking all at once takes an eighth of the time off.
  setFlagsFromString('--no-incremental-marking');
  setPriority(constants.priority.PRIORITY_LOW);
  const model = await loadWhisper(folder, threads);
  return {
    transcribe: async (path, options, onWindow) => {
      const before = processorMs();
      const text = await transcribeSound(model, await samplesOf(path), options, onWindow);
      return { ...text, processorMs: processorMs() - before };
    },
  };
});
