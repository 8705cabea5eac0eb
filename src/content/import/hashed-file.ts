/** Reads files and computes their SHA-256 on the way. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/** A file that is read once, through `open`. */
export const hashedFile = (path: string): { open(): Readable; sha256(): string | null } => {
  let sha256: string | null = null;
  const read = async function* (): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    sha256 = hash.digest('hex');
  };
  return {
    open: () => Readable.from(read(), { objectMode: false }),
    /** Hex; null until the file has been read to its end. */
    sha256: () => sha256,
  };
};

export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
