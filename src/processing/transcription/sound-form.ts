/** Multipart forms with a file, as speech recognition servers accept sound. */
import { File } from 'node:buffer';
import { Readable } from 'node:stream';
import { FormData } from 'undici';
import { UnreadableFileError } from '../model-server/http-client.js';
import type { Sound } from './transcriber.js';

/** The form has a known length, because not every server accepts chunked bodies. */
export const soundForm = (fields: readonly (readonly [string, string])[], sound: Sound): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', fileOf(sound));
  return form;
};

/**
 * A file that is streamed while it is sent. A real File has its bytes in memory, but undici uses only its size
 * and stream.
 */
const fileOf = (sound: Sound): File =>
  Object.defineProperties(new File([], sound.filename, { type: sound.contentType }), {
    size: { value: sound.sizeBytes },
    stream: { value: () => Readable.from(bytesOf(sound)) },
  });

async function* bytesOf(sound: Sound): AsyncGenerator<Buffer> {
  try {
    yield* sound.open() as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new UnreadableFileError('The file cannot be read', { cause });
  }
}
