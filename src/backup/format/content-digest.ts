/**
 * The digest of a file, which names its bytes in a backup: their SHA-256. In an encrypted backup, it is keyed with the
 * recipient, which the backup does not contain. So nobody can tell from the digests which files a backup has.
 */
import { createHash, createHmac } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { DamagedBackupError, type Encryption } from './encryption.js';

type Keyed = Pick<Encryption, 'recipient'> | null;

const finish = (sha256: string, encryption: Keyed): string =>
  encryption ? createHmac('sha256', encryption.recipient).update(sha256).digest('hex') : sha256;

/** Reads the file to its end. */
export const contentDigest = async (
  body: Readable,
  encryption: Keyed,
  signal?: AbortSignal,
): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of body) {
    signal?.throwIfAborted();
    hash.update(chunk as Buffer);
  }
  return finish(hash.digest('hex'), encryption);
};

/**
 * The same bytes. The stream fails with a DamagedBackupError at its end if they have another digest.
 * @param what names the file in the error
 */
export const withDigest = (body: Readable, digest: string, encryption: Keyed, what: string): Readable => {
  const hash = createHash('sha256');
  const checked = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      const isSame = finish(hash.digest('hex'), encryption) === digest;
      done(isSame ? null : new DamagedBackupError(`${what} does not have the digest ${digest}`));
    },
  });
  // `pipe` passes errors on in neither direction.
  body.once('error', (error) => checked.destroy(error));
  checked.once('close', () => body.destroy());
  return body.pipe(checked);
};
