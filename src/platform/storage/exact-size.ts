/** A stream that lets just so many bytes through and fails otherwise. */
import { Transform, type TransformCallback } from 'node:stream';
import { BlobSizeError } from './blob-store.js';

/** Fails with BlobSizeError as soon as one byte too many comes, or at an end that comes too early. */
export const exactly = (sizeBytes: number): Transform => {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      seen += chunk.length;
      if (seen > sizeBytes) done(new BlobSizeError(`More than the declared ${sizeBytes} bytes came`));
      else done(null, chunk);
    },
    flush(done) {
      done(seen < sizeBytes ? new BlobSizeError(`${seen} bytes came, ${sizeBytes} were declared`) : null);
    },
  });
};
