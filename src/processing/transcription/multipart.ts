/** Forms with a file, as servers of speech recognition take sound. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Body } from '../model-server/http-client.js';
import type { Sound } from './transcriber.js';

/** A form with a file (RFC 7578), whose length is known: not every server takes chunked bodies. */
export const multipart = (fields: readonly (readonly [string, string])[], file: Sound): Body => {
  const boundary = `lectern-${randomBytes(16).toString('hex')}`;
  const line = (text: string): string => `${text}\r\n`;
  const head = [
    ...fields.flatMap(([name, value]) => [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${name}"`,
      '',
      value,
    ]),
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${file.filename}"`,
    `Content-Type: ${file.contentType}`,
    '',
  ];
  const before = Buffer.from(head.map(line).join(''));
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield before;
    yield* file.open() as AsyncIterable<Buffer>;
    yield after;
  }
  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(before.length + file.sizeBytes + after.length),
    },
    open: () => Readable.from(bytes(), { objectMode: false }),
  };
};
