/**
 * Runs the command line in this process, because starting another takes a second. For set-up, and for tests of a
 * command's output and effects.
 */
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

/**
 * Prepares an app's data folder with the schema, the account `demo` and an admin token.
 * @returns the token
 */
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
