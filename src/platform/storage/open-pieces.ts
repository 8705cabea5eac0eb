/** Watches pieces that are arriving: stores how far they are, and ends them soon after their upload has ended. */
import type { Db } from '../db/dialect.js';
import type { Clock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import { markProgress } from './resumable.repository.js';
import type { Upload } from './upload.repository.js';

const CHECK_MS = 2_000;

export interface OpenPiece {
  upload: Upload;
  /** Number of bytes of the file that have arrived. */
  receivedBytes(): Promise<number>;
  end(): void;
}

export interface OpenPieces {
  /** @returns a function that stops watching */
  add(piece: OpenPiece): () => void;
}

export const createOpenPieces = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }): OpenPieces => {
  const open = new Set<OpenPiece>();
  let timer: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    for (const piece of [...open])
      if (!(await markProgress(db, clock, piece.upload, await piece.receivedBytes())) && open.has(piece))
        piece.end();
  };

  const schedule = (): void => {
    if (timer || open.size === 0) return;
    timer = setTimeout(() => {
      check()
        .catch((err: unknown) => log.warn({ err }, 'could not check the uploads in progress'))
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, CHECK_MS).unref();
  };

  return {
    add: (piece) => {
      open.add(piece);
      schedule();
      return () => void open.delete(piece);
    },
  };
};
