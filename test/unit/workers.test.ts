/** Workers, in a thread and in a process: calls in both directions, errors, limits, deaths and ends. */
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorker, transfer, WorkerError, type WorkerHandle } from '../../workers/index.js';
import { KnownError } from '../support/known-error.js';
import { root } from '../support/run-cli.js';
import type { CallsUnderTest, OwnerCalls } from '../support/worker-under-test.js';

type Options = Parameters<typeof createWorker>[0];

const opened: WorkerHandle<CallsUnderTest>[] = [];
const served: OwnerCalls = {
  double: (number) => 2 * number,
  refuse: () => {
    throw new KnownError('not now', ['owner']);
  },
};
const open = (options: Partial<Options> = {}): WorkerHandle<CallsUnderTest> => {
  const worker = createWorker<CallsUnderTest>({
    name: 'The worker',
    entry: '../support/worker-under-test',
    importer: import.meta.url,
    data: {},
    served,
    errors: { KnownError },
    ...options,
  });
  opened.push(worker);
  return worker;
};
const failure = (call: Promise<unknown>): Promise<WorkerError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeded')),
    (error: unknown) => error as WorkerError,
  );

afterEach(async () => {
  await Promise.all(opened.splice(0).map((worker) => worker.close()));
});

describe.each(['thread', 'process'] as const)('a worker in a %s', (kind) => {
  it('is given its data, and called with values of every kind that can be copied', async () => {
    const worker = open({ kind, data: { file: 'a', at: new Map([[1, new Set([2])]]) } });
    expect(await worker.call('data')).toEqual({ file: 'a', at: new Map([[1, new Set([2])]]) });
    const { pid, threadId } = await worker.call('who');
    expect(kind === 'process' ? pid : threadId).not.toBe(kind === 'process' ? process.pid : 0);
    await expect(worker.call('uncloneable')).rejects.toThrow(/could not be cloned/);
  });

  it('calls its owner, and functions among the arguments of a call', async () => {
    const worker = open({ kind });
    expect(await worker.call('askOwner', 21)).toBe(42);
    const weigh = vi.fn((number: number) => Promise.resolve(number * 10));
    expect(await worker.call('sum', [1, 2, 3], weigh)).toBe(60);
    expect(weigh).toHaveBeenCalledTimes(3);
    const [first, second] = [1, 100].map((factor) =>
      worker.call('sum', [1, 2, 3], (number) => Promise.resolve(number * factor)),
    );
    expect([await first, await second]).toEqual([6, 600]);
  });

  it('passes errors on with their class and fields', async () => {
    const worker = open({ kind });
    const known = await failure(worker.call('fail', 'known'));
    expect(known).toBeInstanceOf(KnownError);
    expect(known).toMatchObject({ name: 'KnownError', message: 'it broke', details: ['here'] });
    expect(known.stack).toContain('worker-under-test');
    // Its class is not in the table, and one of its fields cannot be cloned.
    expect(await failure(worker.call('fail', 'builtin'))).toMatchObject({
      name: 'RangeError',
      message: 'too far',
    });
    expect(await failure(worker.call('fail', 'odd'))).toMatchObject({ message: 'a word' });
    await expect(worker.call('askRefused')).rejects.toBeInstanceOf(KnownError);
    const own = new TypeError('mine');
    expect(await failure(worker.call('sum', [1], () => Promise.reject(own)))).toBe(own);
  });

  it('fails its calls when it dies, and is started again', async () => {
    const deaths: string[] = [];
    const worker = open({ kind, onDeath: ({ message }) => deaths.push(message) });
    const before = await worker.call('who');
    const lost = [worker.call('later', 60_000), worker.call('crash')].map(failure);
    for (const error of await Promise.all(lost)) {
      expect(error).toBeInstanceOf(WorkerError);
      expect(error).toMatchObject({ reason: 'crash', message: expect.stringMatching(/^The worker stopped/) });
    }
    expect(await worker.call('who')).not.toEqual(before);
    expect(await failure(worker.call('exit'))).toMatchObject({ reason: 'crash' });
    // The second death within a minute: the next start is delayed.
    expect(await failure(worker.call('who'))).toMatchObject({ reason: 'crash' });
    expect(worker.isRunning()).toBe(false);
    await expect
      .poll(
        () =>
          worker.call('who').then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(deaths).toHaveLength(2);
  });

  it('says why it cannot start', async () => {
    const worker = open({ kind, data: { fails: true } });
    const error = await failure(worker.call('who'));
    expect(error).toMatchObject({ reason: 'start', message: 'The worker cannot start: no such file' });
    expect(error.cause).toBeInstanceOf(KnownError);
    expect(error.cause).toMatchObject({ details: ['at start'] });
  });

  it('ends a call that takes too long, with all that it does', async () => {
    const worker = open({ kind, timeoutMs: 300 });
    expect(await failure(worker.call('forever'))).toMatchObject({ reason: 'timeout' });
    expect(await worker.call('askOwner', 1)).toBe(2);
  });

  it('ends without calls, and is started by the next', async () => {
    const worker = open({ kind, idleMs: 50 });
    const first = await worker.call('who');
    await expect.poll(() => worker.isRunning()).toBe(false);
    expect(await worker.call('who')).not.toEqual(first);
  });

  it('finishes its calls before it ends, if it has the time, and takes no more', async () => {
    const patient = open({ kind, finishMs: 30_000 });
    await patient.call('who');
    const late = patient.call('later', 100);
    await patient.close();
    expect(await late).toBe('late');
    expect(await failure(patient.call('who'))).toMatchObject({
      reason: 'closed',
      message: 'The worker is closed',
    });

    const hurried = open({ kind, finishMs: 50 });
    await hurried.call('who');
    const lost = failure(hurried.call('forever'));
    await hurried.close();
    expect(await lost).toMatchObject({ reason: 'closed' });
  });
});

describe('a worker in a thread', () => {
  it('is moved bytes instead of copies, there and back', async () => {
    const worker = open();
    const bytes = new Uint8Array(1_000).fill(7);
    expect(await worker.call('same', transfer(bytes, [bytes]))).toEqual(new Uint8Array(1_000).fill(7));
    expect(bytes).toHaveLength(0);
    const shared = new Uint8Array(new ArrayBuffer(16), 4, 8);
    expect(await worker.call('lengthOf', transfer(shared, [shared]))).toBe(8);
    expect(shared).toHaveLength(8);
  });

  it('ends when it runs out of memory, and restarts without delay if a file caused it', async () => {
    const worker = open({ resourceLimits: { maxOldGenerationSizeMb: 32 }, backsOff: false });
    for (let time = 0; time < 3; time++)
      expect(await failure(worker.call('hoard'))).toMatchObject({ reason: 'memory' });
    expect(await worker.call('askOwner', 1)).toBe(2);
  });

  it('ends its calls at once when it is closed without time to finish', async () => {
    const worker = open();
    await worker.call('who');
    const lost = failure(worker.call('forever'));
    await worker.close();
    expect(await lost).toMatchObject({ reason: 'closed' });
  });
});

it.each(['thread', 'process'])('an idle %s does not keep its owner alive', (kind) => {
  const program = `
    import { createWorker } from './workers/index.ts';
    const importer = new URL('./test/unit/workers.test.ts', import.meta.url).href;
    const entry = '../support/worker-under-test';
    const worker = createWorker({ name: 'The worker', entry, importer, kind: '${kind}', data: {} });
    console.log(await worker.call('later', 10));
  `;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: root,
    timeout: 60_000,
    encoding: 'utf8',
  });
  expect({ stdout, status }).toEqual({ stdout: 'late\n', status: 0 });
});
