/** Parts of JSON lines, compressed with gzip. */
import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { DamagedBackupError } from './encryption.js';

/** @param rows each a JSON value */
export const gzippedLines = (rows: AsyncIterable<unknown> | Iterable<unknown>): Readable => {
  const text = async function* (): AsyncGenerator<string> {
    let waiting = '';
    for await (const row of rows) {
      waiting += `${JSON.stringify(row)}\n`;
      if (waiting.length < BUFFERED) continue;
      yield waiting;
      waiting = '';
    }
    if (waiting) yield waiting;
  };
  // An error of the rows destroys the result with it.
  return pipeline(Readable.from(text()), createGzip(), () => undefined);
};

const BUFFERED = 65_536;

/**
 * @param what names the part in errors
 * @throws {DamagedBackupError} when it is cut short, or not JSON
 */
export const readLines = async function* <T>(part: Readable, what: string): AsyncGenerator<T> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of pipeline(part, createGunzip(), () => undefined)) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as T;
    }
  } catch (error) {
    if (error instanceof SyntaxError || typeof (error as { errno?: unknown }).errno === 'number')
      throw new DamagedBackupError(`${what} cannot be read`, { cause: error });
    throw error;
  }
  if (rest !== '') throw new DamagedBackupError(`${what} is cut short`);
};
