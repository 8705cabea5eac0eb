/** chdb behind the test server, with a connection per request, because every request of the protocol is a session. */
import { Session, version } from 'chdb';
import type { Statement } from './request.js';

export interface Answer {
  format: string;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readRows: number;
  readBytes: number;
  elapsedSecs: number;
}

/** Formats whose parts can be concatenated; each part starts with a header line. */
const STREAMED: Record<string, { headLines: number }> = {
  JSONEachRow: { headLines: 0 },
  JSONCompactEachRow: { headLines: 0 },
  CSV: { headLines: 0 },
  TabSeparated: { headLines: 0 },
  CSVWithNames: { headLines: 1 },
};

const FORMAT = /\bFORMAT\s+(\w+)[\s;]*$/i;
const INSERT = /^\s*INSERT\b/i;
const READS = /^\s*(SELECT|WITH|SHOW|DESCRIBE|EXISTS|EXPLAIN)\b/i;

export const openEngine = (path: string) => {
  // Stays open, because the engine closes the folder with its last connection.
  const first = new Session(path);

  /**
   * The session lasts until `chunks` has been read to its end or closed.
   * @throws the engine's error, with its number in the message
   */
  const run = async (statement: Statement): Promise<Answer> => {
    const session = new Session(path);
    try {
      for (const set of settingsOf(statement)) await session.queryAsync(set);
      const { sql } = statement;
      const format = INSERT.test(sql) ? statement.format : (FORMAT.exec(sql)?.[1] ?? statement.format);
      const streamed = READS.test(sql) ? STREAMED[format] : undefined;
      if (streamed && !statement.whole) {
        const chunks = await startedParts(session, sql, format, streamed.headLines);
        return { format, chunks, readRows: 0, readBytes: 0, elapsedSecs: 0 };
      }
      if (INSERT.test(sql) && FORMAT.test(sql)) return nothing(session, format);
      const result = await session.queryAsync(sql, { format });
      session.close();
      return {
        format,
        chunks: [result.bytes()],
        readRows: result.rowsRead,
        readBytes: result.bytesRead,
        elapsedSecs: result.elapsed,
      };
    } catch (error) {
      session.close();
      throw error;
    }
  };

  return { run, version: version().libchdb, close: () => first.close() };
};

/** A server accepts an insert without rows, but chdb rejects it. */
const nothing = (session: Session, format: string): Answer => {
  session.close();
  return { format, chunks: [], readRows: 0, readBytes: 0, elapsedSecs: 0 };
};

const settingsOf = ({ database, settings, params, readOnly }: Statement): string[] => [
  ...(database === null ? [] : [`USE ${quoted(database, '`')}`]),
  ...Object.entries(settings).map(([name, value]) => `SET ${word(name)} = ${quoted(value, "'")}`),
  // Bound values do not count towards the size of the query.
  'SET max_query_size = 0',
  ...Object.entries(params).map(([name, value]) => `SET param_${word(name)} = ${quoted(value, "'")}`),
  `SET max_query_size = ${settings.max_query_size ?? 'DEFAULT'}`,
  ...(readOnly ? ['SET readonly = 2'] : []),
];

const word = (name: string): string => {
  if (!/^\w+$/.test(name))
    throw new Error(`Code: 115. DB::Exception: Not a name: ${name}. (UNKNOWN_SETTING)`);
  return name;
};

const quoted = (text: string, mark: string): string =>
  `${mark}${text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`;

/**
 * The parts of the response. An error before the first part is thrown at once, because it can still become the
 * response.
 */
const startedParts = async (
  session: Session,
  sql: string,
  format: string,
  headLines: number,
): Promise<AsyncIterable<Uint8Array>> => {
  const stream = session.queryStream(sql, { format })[Symbol.asyncIterator]();
  const first = await stream.next();
  return (async function* () {
    try {
      let next = first;
      for (let part = 0; !next.done; part++) {
        const bytes = next.value.raw();
        yield part > 0 && headLines > 0 ? bytes.subarray(bytes.indexOf(0x0a) + 1) : bytes;
        next = await stream.next();
      }
    } finally {
      await stream.return?.();
      session.close();
    }
  })();
};
