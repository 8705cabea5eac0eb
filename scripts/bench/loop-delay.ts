/** Loaded into a server before its program: measures the delay of its event loop, and tells when asked. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopDelay {
  /** Milliseconds. */
  p99: number;
  max: number;
}

const RESOLUTION_MS = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
// A timer that fires when it should is as late as the resolution.
const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);

/** Answers each message with the delays since the last. */
process.on('message', () => {
  process.send?.({ p99: ms(delay.percentile(99)), max: ms(delay.max) } satisfies LoopDelay);
  delay.reset();
});
process.channel?.unref();
