/** The process log: JSON lines on stderr, so that stdout contains only a command's output. */
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;
export type LogDestination = DestinationStream;

/** Blob keys in errors of file systems and object stores, which are secret: anyone with a key can read the file. */
const BLOB_KEY = /(\d[\\/])[\w-]{32}(?=[\\/])/g;

const serializeError = (error: unknown): object =>
  Object.fromEntries(
    Object.entries(stdSerializers.err(error as Error)).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.replace(BLOB_KEY, '$1…') : value,
    ]),
  );

export const createLog = (level: string, to: LogDestination = pino.destination(2)): Log =>
  pino({ level, base: null, serializers: { err: serializeError } }, to);
