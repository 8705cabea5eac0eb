/** What the commands have in common: options on the command line, and a folder that is removed afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { note } from '../../src/cli/output.js';

/** Kinds of options: `--name=text`, `--name=a,b`, `--name=5` (at least 0), and `--name` alone. */
interface Kinds {
  text: string;
  list: string[];
  number: number;
  flag: boolean;
}
type Declared = Readonly<Record<string, keyof Kinds>>;
export type Options<T extends Declared> = { [Name in keyof T]?: Kinds[T[Name]] };

/**
 * @param declared the kind of each option
 * @returns the words and the options; null after the usage was printed, for unknown options and values that are wrong
 */
export const readOptions = <T extends Declared>(
  args: readonly string[],
  usage: string,
  declared: T,
): { words: string[]; options: Options<T> } | null => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(declared).map(([name, kind]) => [
          name,
          { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    });
    const options = Object.entries(values).map(([name, value]) => [name, valueOf(declared[name], value)]);
    return { words: positionals, options: Object.fromEntries(options) as Options<T> };
  } catch {
    note(usage);
    return null;
  }
};

/** @throws {Error} for a number that is none */
const valueOf = (kind: keyof Kinds | undefined, value: unknown): unknown => {
  if (kind === 'list') return String(value).split(',');
  if (kind !== 'number') return value;
  const number = Number(value);
  if (!(number >= 0)) throw new Error(`${String(value)} is not a number`);
  return number;
};

/** Seed of a run that was not given one. */
export const anySeed = (): number => Math.floor(Math.random() * 2 ** 31);

/** Runs with a new folder, which is removed afterwards. */
export const inFolder = async <T>(name: string, run: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), `lectern-${name}-`));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
