/**
 * A process of its own: the visitors of another account ask for `/healthz` and a search ten times a second each, and
 * tell the parent how they were answered.
 */
import { request } from 'node:http';

/** From the parent, once: where to ask. */
export interface VisitorStart {
  /** Origin of the public host. */
  origin: string;
  host: string;
}

/** To the parent, whenever it asks, about the time since it last did. */
export interface VisitorReport {
  calls: number;
  failures: string[];
  /** Milliseconds. */
  longest: number;
}

const INTERVAL_MS = 100;
/** How long a visitor would wait is judged by the report. */
const TIMEOUT_MS = 30_000;
/** Several visitors: one address may search 60 times in ten seconds. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
const WORDS = ['grace', 'hope', 'the shepherd', 'forgiveness', 'prayer'];

let report: VisitorReport = { calls: 0, failures: [], longest: 0 };

const ask = ({ origin, host }: VisitorStart, path: string, localAddress: string): void => {
  const from = performance.now();
  const done = (failure?: string): void => {
    report.calls++;
    report.longest = Math.max(report.longest, performance.now() - from);
    if (failure) report.failures.push(`${path}: ${failure}`);
  };
  const call = request(
    `${origin}${path}`,
    { headers: { Host: host }, localAddress, agent: false, timeout: TIMEOUT_MS },
    (response) => {
      response.resume();
      response.on('end', () =>
        done(response.statusCode === 200 ? undefined : `status ${response.statusCode}`),
      );
      response.on('error', (error) => done(error.message));
    },
  );
  call.on('timeout', () => call.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
  call.on('error', (error) => done(error.message));
  call.end();
};

let start: VisitorStart | undefined;
let round = 0;
setInterval(() => {
  if (!start) return;
  const address = ADDRESSES[round % ADDRESSES.length]!;
  ask(start, '/healthz', address);
  ask(start, `/api/search?q=${encodeURIComponent(WORDS[round % WORDS.length]!)}`, address);
  round++;
}, INTERVAL_MS);

process.on('message', (message: VisitorStart | 'report') => {
  if (message !== 'report') {
    start = message;
    return;
  }
  process.send?.(report);
  report = { calls: 0, failures: [], longest: 0 };
});
process.on('disconnect', () => process.exit());
