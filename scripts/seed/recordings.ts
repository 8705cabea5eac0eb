/** Uploads the recordings of the sample talks through the API of a running server, as a dashboard would. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unwrap, type LecternClient } from '../../client/index.js';
import { contentFolder, type Catalog } from './catalog.js';

const MIME_TYPE = 'audio/mp4';
/** Examining a file takes seconds. Gives up after this long. */
const POLL_MS = 200;
const MAX_POLLS = 100;

/**
 * Uploads missing recordings and waits until they can be played.
 * @param root the project's folder
 * @returns number of new recordings
 */
export const addRecordings = async (
  api: LecternClient,
  { items }: Catalog,
  root: string,
  signal: AbortSignal,
): Promise<number> => {
  const added: number[] = [];
  for (const { title, audio } of items) {
    if (audio === undefined || signal.aborted) continue;
    const { items: found } = await unwrap(
      api.GET('/items', { params: { query: { title, '_expand[]': ['mediaAssets'] } } }),
    );
    const [item] = found;
    if (!item || item.mediaAssets?.some(({ contentType, url }) => contentType === 'audio' && url)) continue;
    await upload(api, item.id, await readFile(join(contentFolder(root), audio)));
    added.push(item.id);
  }
  for (const itemId of added) await untilReady(api, itemId, signal);
  return added.length;
};

const upload = async (api: LecternClient, itemId: number, bytes: Buffer): Promise<void> => {
  const { uploadUrl } = await unwrap(
    api.POST('/items/{itemId}/media/create', {
      params: { path: { itemId } },
      body: { contentType: 'audio', mimeType: MIME_TYPE, fileSizeBytes: bytes.length },
    }),
  );
  const { ok, status } = await fetch(uploadUrl ?? '', {
    method: 'PUT',
    body: bytes,
    headers: { 'Content-Type': MIME_TYPE },
  });
  if (!ok) throw new Error(`A recording was not taken: HTTP ${status}`);
};

const untilReady = async (api: LecternClient, itemId: number, signal: AbortSignal): Promise<void> => {
  for (let poll = 0; poll < MAX_POLLS && !signal.aborted; poll++) {
    const { item } = await unwrap(
      api.GET('/items/{itemId}', { params: { path: { itemId }, query: { '_expand[]': ['mediaAssets'] } } }),
    );
    if (item.mediaAssets?.some(({ url, status }) => url && status === 'ready')) return;
    await wait(POLL_MS);
  }
};
