/** A stream that fails unless exactly the declared number of bytes passes. */
import { Transform, type TransformCallback } from 'node:stream';
import { BlobSizeError } from './blob-store.js';

/** Fails with BlobSizeError at the first excess byte, or at an early end. */
export const exactly = (sizeBytes: number): Transform => {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      received += chunk.length;
      if (received > sizeBytes)
        done(new BlobSizeError(`More than the declared ${sizeBytes} bytes were received`));
      else done(null, chunk);
    },
    flush(done) {
      done(
        received < sizeBytes
          ? new BlobSizeError(`${received} bytes were received, ${sizeBytes} were declared`)
          : null,
      );
    },
  });
};
