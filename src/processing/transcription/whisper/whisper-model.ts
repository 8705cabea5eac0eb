/** A Whisper model in onnxruntime: sound to features, and one step of the decoder. */
import { dirname, join, basename } from 'node:path';
import {
  AutoFeatureExtractor,
  AutoTokenizer,
  env,
  type PreTrainedTokenizer,
} from '@huggingface/transformers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { createSpectrogram, type SpectrogramSettings } from './spectrogram.js';
import { findWhisperFiles, type WhisperSettings } from './whisper-files.js';

/** The decoder's memory of the tokens that it has read. */
export interface DecoderState {
  sound: Tensor;
  past: Record<string, Tensor>;
  isFirst: boolean;
}

export interface Step {
  /** Of the token that follows, by id. */
  logits: Float32Array;
  /** How much the last token attends to each frame of 20 ms, by each of `alignment_heads`. */
  attention: Float32Array[];
}

export interface WhisperModel {
  settings: WhisperSettings;
  /** The text of tokens, without special ones. */
  textOf(tokens: readonly number[]): string;
  tokensOf(text: string): number[];
  /** @param samples at most 30 s, 16 kHz */
  listen(samples: Float32Array): Promise<Tensor>;
  start(sound: Tensor): DecoderState;
  /** Reads tokens, and remembers them in `state`. */
  step(state: DecoderState, tokens: readonly number[]): Promise<Step>;
}

const bool = (value: boolean): Tensor => new Tensor('bool', [value], [1]);

/** @throws {Error} naming the file that is missing or broken */
export const loadWhisper = async (folder: string, threads: number): Promise<WhisperModel> => {
  const { encoder: encoderFile, decoder: decoderFile, settings } = findWhisperFiles(folder);
  env.localModelPath = dirname(folder);
  env.allowRemoteModels = false;
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Threads that wait for work would otherwise take a third of the processor time.
    extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
  };
  const extractor = await AutoFeatureExtractor.from_pretrained(basename(folder));
  const spectrogram = createSpectrogram(spectrogramSettings(extractor));
  const tokenizer: PreTrainedTokenizer = await AutoTokenizer.from_pretrained(basename(folder));
  const [encoder, decoder] = await Promise.all(
    [encoderFile, decoderFile].map((file) => InferenceSession.create(file, options)),
  );
  const layers = new Set(settings.alignment_heads.map(([layer]) => layer));
  const remembered = decoder!.outputNames.filter((name) => name.startsWith('present.'));
  const fetched = ['logits', ...[...layers].map((layer) => `cross_attentions.${layer}`)];
  const missing = fetched.find((name) => !decoder!.outputNames.includes(name));
  if (missing)
    throw new Error(
      `the decoder in ${join(folder, 'onnx')} has no output ${missing}, so words have no times`,
    );
  const empty = emptyPast(decoder!);
  const { vocab_size: vocabulary, eos_token_id: end } = settings;

  return {
    settings,
    textOf: (tokens) => tokenizer.decode(tokens.filter((token) => token < end)),
    tokensOf: (text) => tokenizer.encode(text, { add_special_tokens: false }),
    listen: async (samples) => {
      const output = await encoder!.run({ input_features: spectrogram(samples) });
      return output.last_hidden_state as Tensor;
    },
    start: (sound) => ({ sound, past: empty, isFirst: true }),
    step: async (state, tokens) => {
      const ids = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]);
      const { sound, past, isFirst } = state;
      // Later steps take what they need of the sound from `past`.
      const wanted = isFirst ? remembered : remembered.filter((name) => !name.includes('.encoder.'));
      const output = await decoder!.run(
        { input_ids: ids, encoder_hidden_states: sound, use_cache_branch: bool(!isFirst), ...past },
        [...fetched, ...wanted],
      );
      const next = wanted.map(
        (name) => [name.replace('present', 'past_key_values'), output[name] as Tensor] as const,
      );
      state.past = { ...past, ...Object.fromEntries(next) };
      state.isFirst = false;
      const attention = settings.alignment_heads.map(([layer, head]) =>
        lastRow(output[`cross_attentions.${layer}`] as Tensor, head),
      );
      // Models of the hub return the logits of all tokens.
      return { logits: (output.logits!.data as Float32Array).subarray(-vocabulary), attention };
    },
  };
};

/** The state before the first token, from the names and shapes of the decoder's inputs. */
const emptyPast = (decoder: InferenceSession): Record<string, Tensor> =>
  Object.fromEntries(
    decoder.inputMetadata.flatMap((input) => {
      if (!input.isTensor || !input.name.startsWith('past_key_values.')) return [];
      const shape = input.shape.map((size, at) => (typeof size === 'number' ? size : at === 0 ? 1 : 0));
      return [[input.name, new Tensor('float32', new Float32Array(0), shape)]];
    }),
  );

/** The row of a head's last token. @param weights [1, heads, tokens, frames] */
const lastRow = ({ data, dims }: Tensor, head: number): Float32Array => {
  const [, , tokens = 0, frames = 0] = dims;
  const from = ((head + 1) * tokens - 1) * frames;
  return (data as Float32Array).slice(from, from + frames);
};

/** What transformers reads and computes from the file `preprocessor_config.json`. */
const spectrogramSettings = (extractor: unknown): SpectrogramSettings => {
  const { config, window } = extractor as { config: { mel_filters: Float64Array[] }; window: Float64Array };
  return { filters: config.mel_filters, window };
};
