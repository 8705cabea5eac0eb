/** The steps in which the files of an item are sent: recordings, then the transcript; then the item is processed. */
import { LecternError, type LecternClient } from '../../../client/index.js';
import { en } from '../../../strings/console/en.js';
import { unwrap } from '../api/account.js';
import { kindOf } from '../parts/file-kinds.js';
import { withValues } from '../parts/with-values.js';
import { sendInParts } from './multipart.js';
import type { SendContext } from './send-piece.js';
import { sendByTus } from './tus.js';
import type { UploadStep } from './upload-queue.js';

export interface ItemFiles {
  itemId: number;
  recordings: readonly { mediaAssetId: number; file: File }[];
  transcript: { file: File; mediaAssetId?: number | undefined; language?: string | undefined } | null;
}

/** The file was moved, changed or deleted after it was chosen. */
class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}

/** @throws {UnreadableFileError} */
const assertReadable = async (file: File): Promise<void> => {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new UnreadableFileError(withValues(en.uploads.unreadable, { name: file.name }));
  }
};

const isInvalidState = (error: unknown): boolean =>
  error instanceof LecternError && error.type === 'InvalidStateError';

/** Continues where the upload has stopped, in this tab or an earlier one. */
const sendRecording = async (
  api: LecternClient,
  mediaAssetId: number,
  file: File,
  context: SendContext,
): Promise<void> => {
  const call = { params: { path: { mediaAssetId } }, signal: context.signal };
  await assertReadable(file);
  try {
    const { resumable } = await unwrap(api.POST('/media/{mediaAssetId}/resume', call));
    await (resumable.protocol === 'tus' ? sendByTus : sendInParts)(resumable, file, context);
  } catch (error) {
    if (!isInvalidState(error)) throw error;
    // The last piece has arrived, but its response was lost.
    const { mediaAsset } = await unwrap(api.GET('/media/{mediaAssetId}', call));
    if (mediaAsset.status === 'created') throw error;
  }
};

/** @returns notes on what was repaired or left out */
const sendTranscript = async (
  api: LecternClient,
  itemId: number,
  { file, mediaAssetId, language }: NonNullable<ItemFiles['transcript']>,
  { progress, signal }: SendContext,
): Promise<string[]> => {
  await assertReadable(file);
  const { warnings } = await unwrap(
    api.PUT('/items/{itemId}/transcript', {
      params: { path: { itemId }, query: { mediaAssetId, language } },
      // Where the name says nothing, the server looks into the file.
      headers: { 'Content-Type': kindOf(file.name)?.mimeType ?? 'application/octet-stream' },
      body: file as never,
      bodySerializer: (body) => body as never,
      signal,
    }),
  );
  progress(file.size);
  return warnings.map((warning) => `${file.name}: ${warning}`);
};

/** A new transcript starts the processing; without one, it has to be started. */
const startProcessing = async (api: LecternClient, itemId: number): Promise<void> => {
  try {
    await unwrap(api.POST('/items/{itemId}/process', { params: { path: { itemId } } }));
  } catch (error) {
    // It has been started by the server.
    if (!isInvalidState(error)) throw error;
  }
};

export const itemSteps = (
  api: LecternClient,
  { itemId, recordings, transcript }: ItemFiles,
): UploadStep[] => {
  const steps: UploadStep[] = recordings.map(({ mediaAssetId, file }) => ({
    bytes: file.size,
    send: async (context) => {
      await sendRecording(api, mediaAssetId, file, context);
      return [];
    },
  }));
  if (transcript)
    steps.push({
      bytes: transcript.file.size,
      send: (context) => sendTranscript(api, itemId, transcript, context),
    });
  else if (recordings.length > 0)
    steps.push({
      bytes: 0,
      send: async () => {
        await startProcessing(api, itemId);
        return [];
      },
    });
  return steps;
};
