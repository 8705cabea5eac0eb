/** The order of requests that arrive together. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRequestTurns } from '../../src/platform/http/limited-server.js';

/** More turns of the event loop than any test has requests. */
const allServed = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await setImmediate();
};

describe('request scheduling', () => {
  it('serves requests at once when none are waiting', () => {
    const served: string[] = [];
    const turns = createRequestTurns();
    turns.take('a', () => served.push('a'));
    turns.take('b', () => served.push('b'));
    expect(served).toEqual(['a', 'b']);
  });

  it('alternates between addresses, and keeps the order of each', async () => {
    const served: string[] = [];
    const turns = createRequestTurns();
    for (const request of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
      turns.wait(request[0]!, () => served.push(request));
    expect(served).toEqual([]);
    await allServed();
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('serves an address with nothing waiting first, and makes one with waiting requests wait', async () => {
    const served: string[] = [];
    const turns = createRequestTurns();
    turns.wait('a', () => served.push('a1'));
    turns.take('a', () => served.push('a2'));
    turns.take('b', () => served.push('b1'));
    await allServed();
    expect(served).toEqual(['b1', 'a1', 'a2']);
  });

  it('serves the first request of an address before the next ones of others, which still get a turn', async () => {
    const served: string[] = [];
    const turns = createRequestTurns();
    const queue = (requests: readonly string[]): void => {
      for (const request of requests) turns.wait(request[0]!, () => served.push(request));
    };
    turns.wait('a', () => {
      served.push('a1');
      queue(['c1', 'd1', 'e1', 'f1']);
    });
    queue(['a2', 'a3']);
    await allServed();
    expect(served).toEqual(['a1', 'c1', 'd1', 'a2', 'e1', 'f1', 'a3']);
  });

  it('defers requests after long ones to the next turn of the event loop', async () => {
    const served: number[] = [];
    const turns = createRequestTurns();
    for (let i = 0; i < 3; i++)
      turns.take(`${i}`, () => {
        served.push(i);
        for (const from = performance.now(); performance.now() - from < 15;);
      });
    expect(served).toEqual([0]);
    await allServed();
    expect(served).toEqual([0, 1, 2]);
  });
});
