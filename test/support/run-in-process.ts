/**
 * Runs the command line without a process of its own, which takes a second: for set-up, and for tests of a command's
 * output and effects.
 */
import { runCommandLine } from '../../src/cli/command-line.js';
import { unlessGiven, type Finished } from './run-cli.js';

export interface InProcess {
  /** What it has printed so far. */
  stdout(): string;
  /** Asks it to stop, as a signal does. */
  stop(): void;
  finished: Promise<Finished>;
}

/** Starts `lectern <args>` with this configuration alone. One at a time: it replaces what belongs to the process. */
export const startInProcess = (args: string[], env: Record<string, string>): InProcess => {
  const { stdout, stderr } = process;
  const before = { env: process.env, stdout: stdout.write, stderr: stderr.write };
  const printed = { stdout: '', stderr: '' };
  const capture = (name: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[name] += String(text);
    return true;
  };
  process.env = { PATH: process.env.PATH, HOME: process.env.HOME, ...unlessGiven, ...env };
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

/** Makes the folder of data of an app: the schema, the account `demo`, and an admin token, which it returns. */
export const prepareData = async (env: Record<string, string>): Promise<string> => {
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
