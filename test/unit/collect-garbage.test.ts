/** Garbage is collected when it is asked for, and nobody else gets a way to ask. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../indexer/threads/collect-garbage.js';

it('collects what is not referred to any more', async () => {
  const dropped = new WeakRef({ large: new Float32Array(100_000) });
  const kept = { large: new Float32Array(100_000) };
  const held = new WeakRef(kept);
  // What was referred to in this turn of the event loop stays until the next.
  await setImmediate();
  collectGarbage();
  expect(dropped.deref()).toBeUndefined();
  expect(held.deref()).toBe(kept);
  expect(globalThis).not.toHaveProperty('gc');
});
