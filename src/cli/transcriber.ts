/** `lectern transcriber list` and `install`: the speech models on this machine. */
import { INCLUDED_MODEL, speechModel, speechModels } from '../config/transcription-config.js';
import { loadConfig } from '../config/config.js';
import {
  hubModels,
  installedModels,
  installModel,
} from '../processing/transcription/whisper/install-model.js';
import { findWhisperFiles } from '../processing/transcription/whisper/whisper-files.js';
import type { CommandContext } from './context.js';
import { print, progress, table } from './output.js';

export const listTranscribers = async (): Promise<void> => {
  const { dataDir, transcription } = loadConfig();
  const names = [INCLUDED_MODEL, ...(await installedModels(speechModels(dataDir)))];
  const inUse = transcription && 'folder' in transcription ? transcription.folder : null;
  const rows = [...new Set(names)].map((name) => {
    const { folder } = speechModel(dataDir, name);
    return [name, problemOf(folder) ?? (folder === inUse ? 'used' : ''), folder];
  });
  print(table(['MODEL', 'STATE', 'FOLDER'], rows));
  if (!transcription) print('Transcription is off (TRANSCRIBE).');
  else if ('url' in transcription) print('Not used: TRANSCRIBE_URL names a server.');
  else if ('command' in transcription) print('Not used: TRANSCRIBE_COMMAND names a program.');
  const more = hubModels.filter((name) => !names.includes(name));
  if (more.length > 0) print(`To install another: lectern transcriber install ${more.join('|')}|FOLDER`);
};

const problemOf = (folder: string): string | null => {
  try {
    findWhisperFiles(folder);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

export const installTranscriber = async ({ signal }: CommandContext, source: string): Promise<void> => {
  const { dataDir, hubUrl } = loadConfig();
  const bar = progress('MB');
  try {
    const options = { source, root: speechModels(dataDir), hubUrl, signal, onProgress: bar.update };
    const name = await installModel(options);
    print(`Installed. To use it, set TRANSCRIBE_MODEL=${name} and restart the server.`);
  } finally {
    bar.stop();
  }
};
