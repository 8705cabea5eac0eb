/**
 * Runs in its own process: visitors of another account request `/healthz` and a search ten times a second each,
 * and report the response times to the parent.
 */
import { request } from 'node:http';

/** From the parent, once: the server's address. */
export interface VisitorStart {
  /** Origin of the public host. */
  origin: string;
  host: string;
}

/** To the parent, on request: covers the time since its last request. */
export interface VisitorReport {
  calls: number;
  failures: string[];
  /** Longest response time in milliseconds. */
  longest: number;
}

const INTERVAL_MS = 100;
/** Long enough for any response: the report judges how long a visitor waited. */
const TIMEOUT_MS = 30_000;
/** Several visitors, because one address may search 60 times in ten seconds. */
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
