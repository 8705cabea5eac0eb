/** Runs the compiled command line in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export interface Finished {
  /** Null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  process: ChildProcess;
  finished: Promise<Finished>;
  /** The output so far, stdout first. */
  output(): string;
  /** Resolves once stdout or stderr contains the text; rejects if the process ends first. */
  said(text: string): Promise<void>;
}

/**
 * Turned off in tests of other things: suggestions cost a second of processor time, transcription more, and busy
 * machines are slow.
 */
export const unlessGiven = (env: Record<string, string>): Record<string, string> => ({
  SUGGESTIONS: 'false',
  ...transcribesOnlyIn(env),
  SLOW_MS: '0',
  ...env,
});

/** Turns transcription off, unless this configuration has any of its variables. */
export const transcribesOnlyIn = (env: Record<string, string>): Record<string, string> =>
  Object.keys(env).some((name) => name.startsWith('TRANSCRIBE')) ? {} : { TRANSCRIBE: 'off' };

/** Starts `lectern <args>` with only this configuration. */
export const startCli = (args: string[], env: Record<string, string>): Running =>
  startProgram([join(root, 'dist/bin/lectern.js'), ...args], unlessGiven(env));

/** Starts Node with these arguments and only this environment. */
export const startProgram = (args: string[], env: Record<string, string>): Running => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finished = new Promise<Finished>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
  const said = (text: string): Promise<void> =>
    new Promise((done, fail) => {
      const look = (): void => {
        if ((stdout + stderr).includes(text)) done();
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('close', () => fail(new Error(`ended before saying ${text}:\n${stdout}${stderr}`)));
      look();
    });
  return { process: child, finished, output: () => stdout + stderr, said };
};

export const runCli = (args: string[], env: Record<string, string>): Promise<Finished> =>
  startCli(args, env).finished;
