/** Preloaded into a server: measures its event loop delay and reports it on request. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopDelay {
  /** Milliseconds. */
  p99: number;
  max: number;
}

const RESOLUTION_MS = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
// A timer that fires on time is late by the resolution.
const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);

/** Replies to each message with the delays since the previous one. */
process.on('message', () => {
  process.send?.({ p99: ms(delay.percentile(99)), max: ms(delay.max) } satisfies LoopDelay);
  delay.reset();
});
process.channel?.unref();
