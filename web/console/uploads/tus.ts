/** Uploads in pieces by the tus protocol, version 1.0, to a server that stores files in a folder. */
import type { Schemas } from '../api/account.js';
import { errorOf, InterruptedError, sendPiece, type SendContext } from './send-piece.js';

const TUS = { 'Tus-Resumable': '1.0.0' };

const offsetOf = (value: string | null): number => {
  if (value === null || !/^\d+$/.test(value))
    throw new InterruptedError('The server did not return an offset');
  return Number(value);
};

/** Sends what the server does not have yet. */
export const sendByTus = async (
  { url, partBytes }: Schemas['ResumableUpload'],
  file: File,
  { progress, signal }: SendContext,
): Promise<void> => {
  const head = await fetch(url, { method: 'HEAD', headers: TUS, cache: 'no-store', signal });
  if (!head.ok) throw errorOf(head.status, '');
  let offset = offsetOf(head.headers.get('Upload-Offset'));
  progress(offset);
  while (offset < file.size) {
    const start = offset;
    const header = await sendPiece(
      {
        method: 'PATCH',
        url,
        headers: {
          ...TUS,
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Offset': String(start),
        },
        body: file.slice(start, start + partBytes),
      },
      { progress: (bytes) => progress(start + bytes), signal },
    );
    offset = offsetOf(header('Upload-Offset'));
    // Without this, a server that accepts nothing would get the same piece for ever.
    if (offset <= start) throw new InterruptedError('The server did not accept the piece');
    progress(offset);
  }
};
