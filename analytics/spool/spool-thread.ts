/** The entry of the thread that owns the spool's file, so that only its calls wait for the disk. */
import { existsSync, renameSync } from 'node:fs';
import { transfer, serve } from '../../workers/index.js';
import { openSpoolDatabase, type SpoolDatabase, type SpoolState } from './spool-database.js';

export interface SpoolReply<T> {
  result: T;
  state: SpoolState;
  /** Where the file was moved, if it turned out to be corrupt. */
  movedTo: string | null;
}

/** The functions of the thread. Their writes are on disk when they return. */
export type SpoolCalls = {
  [Name in keyof Calls]: (...args: Parameters<Calls[Name]>) => SpoolReply<ReturnType<Calls[Name]>>;
};

type Calls = Pick<SpoolDatabase, 'append' | 'next' | 'done' | 'deadLetter' | 'state'>;

serve((path: string) => {
  let database: SpoolDatabase | undefined;
  let movedTo: string | null = null;

  /** Keeps a corrupt file for `sqlite3 … .recover`, and makes room for a new one. */
  const moveAway = (): void => {
    try {
      database?.close();
    } catch {
      // Moves the file nevertheless.
    }
    database = undefined;
    movedTo = `${path}.corrupt-${Date.now()}`;
    renameSync(path, movedTo);
    if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${movedTo}-wal`);
  };

  const onDatabase = <T>(work: (database: SpoolDatabase) => T): SpoolReply<T> => {
    const run = (): T => work((database ??= openSpoolDatabase(path)));
    let result: T;
    try {
      result = run();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') moveAway();
      else if (code === 'SQLITE_FULL' && database) database.checkpoint();
      else throw error;
      result = run();
    }
    const reply = { result, state: database!.state(), movedTo };
    movedTo = null;
    return reply;
  };

  return {
    state: () => onDatabase((opened) => opened.state()),
    append: (time, groups) => onDatabase((opened) => opened.append(time, groups)),
    next: () => {
      const reply = onDatabase((opened) => opened.next());
      const lines = reply.result?.groups.flatMap(({ rows, eventIds }) =>
        eventIds ? [rows, eventIds] : [rows],
      );
      return transfer(reply, lines ?? []);
    },
    done: () => onDatabase((opened) => opened.done()),
    deadLetter: (error) => onDatabase((opened) => opened.deadLetter(error)),
    close: () => database?.close(),
  } satisfies SpoolCalls & { close(): void };
});
