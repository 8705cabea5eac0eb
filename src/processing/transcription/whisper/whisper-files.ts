/** The files of a Whisper model, laid out as @huggingface/transformers expects them, and what its settings say. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const tokens = z.record(z.string(), z.number());

const settingsSchema = z.object({
  decoder_layers: z.number(),
  vocab_size: z.number(),
  alignment_heads: z.array(z.tuple([z.number(), z.number()])),
  is_multilingual: z.boolean().default(false),
  lang_to_id: tokens.default({}),
  task_to_id: tokens.default({}),
  suppress_tokens: z.array(z.number()).default([]),
  begin_suppress_tokens: z.array(z.number()),
  no_timestamps_token_id: z.number(),
  decoder_start_token_id: z.number(),
  eos_token_id: z.number(),
  prev_sot_token_id: z.number().optional(),
});

export type WhisperSettings = z.output<typeof settingsSchema>;

export interface WhisperFiles {
  encoder: string;
  decoder: string;
  settings: WhisperSettings;
}

/** Endings of the graphs' names: 8 bits come first, because they are as good as 32 and faster. */
const WEIGHTS = ['_quantized', '_int8', ''];
const SETTINGS = ['config.json', 'generation_config.json'];
const OTHERS = ['preprocessor_config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** Names of the files that a model needs, with its graphs in this form. */
export const whisperFileNames = (weights = WEIGHTS[0]!): string[] => [
  ...SETTINGS,
  ...OTHERS,
  `onnx/encoder_model${weights}.onnx`,
  `onnx/decoder_model_merged${weights}.onnx`,
];

/** @throws {Error} naming the folder or the file that is missing, or cannot be read */
export const findWhisperFiles = (folder: string): WhisperFiles => {
  if (!existsSync(folder)) throw new Error(`The folder ${folder} of the speech model is missing`);
  const isThere = (name: string): boolean =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
  const names = WEIGHTS.map(whisperFileNames).find((all) => all.every(isThere)) ?? whisperFileNames();
  const missing = names.find((name) => !isThere(name));
  if (missing) throw new Error(`The file ${join(folder, missing)} of the speech model is missing`);
  const fields = SETTINGS.map((name) => readJson(join(folder, name)));
  const settings = settingsSchema.safeParse(Object.assign({}, ...fields));
  if (!settings.success) {
    const [problem] = settings.error.issues;
    throw new Error(
      `The folder ${folder} is no Whisper model with word times: ${problem?.path.join('.')} in its settings: ${problem?.message}`,
    );
  }
  const [encoder, decoder] = names.slice(-2).map((name) => join(folder, name));
  return { encoder: encoder!, decoder: decoder!, settings: settings.data };
};

const readJson = (path: string): object => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object;
  } catch (cause) {
    throw new Error(`The file ${path} is truncated or corrupt`, { cause });
  }
};
