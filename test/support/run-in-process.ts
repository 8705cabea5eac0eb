/**
 * Runs the command line in this process, because starting another takes a second. For set-up, and for tests of a
 * command's output and effects.
 */
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { runCommandLine } from '../../src/cli/command-line.js';
import { unlessGiven, type Finished } from './run-cli.js';

export interface InProcess {
  /** The output so far. */
  stdout(): string;
  /** Stops it as a signal does. */
  stop(): void;
  finished: Promise<Finished>;
}

/**
 * Starts `lectern <args>` with only this configuration. One at a time, because it replaces globals of the process.
 */
export const startInProcess = (args: string[], env: Record<string, string>): InProcess => {
  const { stdout, stderr } = process;
  const before = { env: process.env, stdout: stdout.write, stderr: stderr.write };
  const printed = { stdout: '', stderr: '' };
  const capture = (name: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[name] += String(text);
    return true;
  };
  process.env = { PATH: process.env.PATH, HOME: process.env.HOME, ...unlessGiven(env) };
  stdout.write = capture('stdout');
  stderr.write = capture('stderr');
  const stop = new AbortController();
  const finish = async (): Promise<Finished> => {
    try {
      const code = await runCommandLine(args, stop.signal);
      return { code, ...printed };
    } finally {
      process.env = before.env;
      stdout.write = before.stdout;
      stderr.write = before.stderr;
    }
  };
  return { stdout: () => printed.stdout, stop: () => stop.abort(), finished: finish() };
};

export const runInProcess = (args: string[], env: Record<string, string>): Promise<Finished> =>
  startInProcess(args, env).finished;

/**
 * Prepares an app's data folder with the schema, the account `demo` and an admin token: on SQLite, as a copy of one that
 * was prepared before.
 * @returns the token
 */
export const prepareData = async (env: Record<string, string>): Promise<string> => {
  const { DATA_DIR = '' } = env;
  if (env.DATABASE_URL) return prepare(env);
  const template = await preparedTemplate();
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  copyFileSync(join(template, 'lectern.db'), join(DATA_DIR, 'lectern.db'), constants.COPYFILE_EXCL);
  return readFileSync(join(template, 'token'), 'utf8');
};

/** @returns a prepared folder, which the first test that needs it creates */
const preparedTemplate = async (): Promise<string> => {
  const template = join(inject('runFolder'), 'prepared');
  if (existsSync(template)) return template;
  const folder = mkdtempSync(`${template}-`);
  writeFileSync(join(folder, 'token'), await prepare({ DATA_DIR: folder }));
  try {
    renameSync(folder, template);
  } catch (error) {
    // Another worker has done the same.
    if (!existsSync(template)) throw error;
  }
  return template;
};

const prepare = async (env: Record<string, string>): Promise<string> => {
  const commands = [
    ['migrate'],
    ['account', 'create', 'demo'],
    ['token', 'create', '--account', 'demo', '--scope', 'admin'],
  ];
  let last = '';
  for (const args of commands) {
    const { code, stdout, stderr } = await runInProcess(args, env);
    if (code !== 0) throw new Error(`lectern ${args.join(' ')} failed: ${stderr}`);
    last = stdout;
  }
  return last.trim();
};
