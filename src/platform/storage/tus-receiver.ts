/** Receives files in pieces by the tus protocol, version 1.0, with @tus/server. Uploads are created elsewhere. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Server } from '@tus/server';
import { AppError } from '../lib/errors.js';
import { createLazy } from '../lib/lazy.js';
import type { AppendedFiles } from './blob-store.js';
import { createTusLocker, type LockContext } from './tus-lock.js';
import type { Upload } from './upload.repository.js';
import type { Db } from '../db/dialect.js';
import type { Clock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import { recordUploadProgress } from './resumable.repository.js';

/** How far the library's requests reach into the uploads. Every method throws AppError for the caller. */
export interface TusUploads {
  /** @throws {NotFoundError} when it takes no more pieces */
  find(accountId: number, id: number): Promise<Upload>;
  /** @returns false if it takes no more pieces */
  progress(upload: Upload, receivedBytes: number): Promise<boolean>;
  /** Passes the whole file on. */
  finish(upload: Upload): Promise<void>;
  /** Gives the upload up. */
  abort(upload: Upload): Promise<void>;
  gone(): AppError;
}

export interface TusReceiver {
  /** @throws {AppError} as the library or the upload refuses the request */
  receive(
    upload: Upload,
    message: IncomingMessage,
  ): Promise<{ status: number; headers: Record<string, string> }>;
}

/** What the protocol reads from a request. */
const HEADERS = [
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-defer-length',
  'content-type',
  'content-length',
];
/** Without a size in bytes, Node would buffer thousands of chunks before it makes the client wait. */
const strategy = new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 });
/** A request that another one replaces may store what it has received for this long. */
const DRAIN_MS = 200;

const TYPES: Record<number, string> = {
  400: 'BadRequestError',
  403: 'PermissionError',
  404: 'NotFoundError',
  409: 'ConflictError',
  412: 'PreconditionFailedError',
  413: 'PayloadTooLargeError',
  501: 'NotImplementedError',
};

export const createTusReceiver = (
  files: AppendedFiles,
  uploads: TusUploads,
  openPieces: OpenPieces,
  context: LockContext,
): TusReceiver => {
  /** Why requests failed, for errors that are not the library's. */
  const failures = new WeakMap<object, Error>();
  const server = createLazy(() => createServer({ files, uploads, openPieces, failures, context }));

  return {
    receive: async ({ accountId, id }, message) => {
      const hasBody = message.method === 'PATCH';
      const request = new Request(`http://tus/files/${accountId}-${id}`, {
        method: message.method,
        headers: Object.fromEntries(
          HEADERS.flatMap((name) => {
            const value = message.headers[name];
            return typeof value === 'string' ? [[name, value]] : [];
          }),
        ),
        ...(hasBody && { body: Readable.toWeb(message, { strategy }) as ReadableStream, duplex: 'half' }),
      });
      const response = await (await server.get()).handleWeb(request);
      const failure = failures.get(request);
      if (failure !== undefined) throw failure;
      const { status } = response;
      if (status >= 400)
        throw new AppError(status, TYPES[status] ?? 'InternalError', (await response.text()).trim());
      // Which pages may call is decided by our own middleware.
      const headers = [...response.headers].filter(([name]) => !name.startsWith('access-control-'));
      return { status, headers: Object.fromEntries(headers) };
    },
  };
};

interface Parts {
  files: AppendedFiles;
  uploads: TusUploads;
  openPieces: OpenPieces;
  failures: WeakMap<object, Error>;
  context: LockContext;
}

const createServer = async ({ files, uploads, openPieces, failures, context }: Parts): Promise<Server> => {
  const { DataStore, Server, Upload: TusUpload } = await import('@tus/server');

  const findById = (id: string): Promise<Upload> => {
    const [accountId, uploadId] = id.split('-').map(Number);
    return uploads.find(accountId ?? 0, uploadId ?? 0);
  };

  class Store extends DataStore {
    override extensions = ['expiration', 'termination'];

    override async getUpload(id: string) {
      const upload = await findById(id);
      const { sizeBytes: size, status, blobKey } = upload;
      const offset = status === 'received' ? size : await files.receivedBytes(blobKey);
      // The process may have ended after the last byte.
      if (offset === size && status !== 'received') await uploads.finish(upload);
      return new TusUpload({ id, size, offset });
    }

    override async write(stream: Readable, id: string, offset: number): Promise<number> {
      const upload = await findById(id);
      const receivedBytes = (): Promise<number> => files.receivedBytes(upload.blobKey);
      const close = openPieces.add({
        upload,
        receivedBytes,
        end: () => stream.destroy(uploads.gone()),
      });
      try {
        await files.append(upload.blobKey, offset, stream);
      } finally {
        close();
        await settle(upload);
      }
      return receivedBytes();
    }

    override async remove(id: string): Promise<void> {
      await uploads.abort(await findById(id));
    }
  }

  /** @throws {NotFoundError} when the upload has ended while the piece arrived, which is then removed */
  const settle = async (upload: Upload): Promise<void> => {
    if (!(await uploads.progress(upload, await files.receivedBytes(upload.blobKey)))) throw uploads.gone();
  };

  return new Server({
    path: '/files',
    datastore: new Store(),
    locker: createTusLocker(context),
    lockDrainTimeout: DRAIN_MS,
    onUploadFinish: async (_request, { id }) => {
      await uploads.finish(await findById(id));
      return {};
    },
    onResponseError: (request, error) => {
      if (error instanceof Error && !('status_code' in error)) failures.set(request, error);
      return undefined;
    },
  });
};

const CHECK_MS = 2_000;

interface OpenPiece {
  upload: Upload;
  /** Number of bytes of the file that have arrived. */
  receivedBytes(): Promise<number>;
  end(): void;
}

interface OpenPieces {
  /** @returns a function that stops watching */
  add(piece: OpenPiece): () => void;
}

/** Watches pieces that are arriving: stores how far they are, and ends them soon after their upload has ended. */
export const createOpenPieces = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }): OpenPieces => {
  const open = new Set<OpenPiece>();
  let timer: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    for (const piece of [...open])
      if (
        !(await recordUploadProgress(db, clock, piece.upload, await piece.receivedBytes())) &&
        open.has(piece)
      )
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
