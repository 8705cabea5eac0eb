/** The part of `lectern doctor` about other machines: their clocks, the proxies, and mail. */
import { sql } from 'kysely';
import type { App } from '../app.js';
import { isPostgres } from '../platform/db/dialect.js';
import { messageOf } from '../platform/lib/errors.js';
import { isLoopbackHost } from '../platform/lib/networks.js';
import { bucketOrigin } from '../platform/storage/bucket-origin.js';
import { worst, type CheckStatus, type Finding } from './doctor-finding.js';

/** Sessions, leases and one-time codes compare times of different machines. */
const SKEWED_MS = 5_000;
/** A lease of another process then looks expired while it is held, and a bucket soon refuses requests. */
const WRONG_MS = 60_000;
const BUCKET_TIMEOUT_MS = 3_000;
/** The `Date` header has whole seconds. */
const SECOND_MS = 1_000;

/** Compares this machine's clock with those of PostgreSQL and the bucket. */
export const checkClock = async ({
  db,
  clock,
  config: { s3 },
}: Pick<App, 'db' | 'clock'> & { config: Pick<App['config'], 's3'> }): Promise<Finding> => {
  const name = 'clock';
  const offsets: { place: string; ms: number }[] = [];
  const compare = async (place: string, read: () => Promise<number | undefined>): Promise<void> => {
    const before = clock.now().getTime();
    const time = await read();
    if (time !== undefined) offsets.push({ place, ms: (before + clock.now().getTime()) / 2 - time });
  };
  if (isPostgres(db)) await compare('the database', () => databaseTime(db));
  if (s3) await compare('the bucket', () => bucketTime(bucketOrigin(s3)));
  if (offsets.length === 0) return { name, status: 'ok', message: 'no other machine to compare with' };
  const status = worst(offsets.map(({ ms }) => ({ status: statusOf(Math.abs(ms)) })));
  const texts = offsets.map(({ place, ms }) => `${differenceOf(ms)} ${place}`);
  const remedy = status === 'ok' ? '' : ': synchronise the clocks, for example with chrony';
  return { name, status, message: texts.join(', ') + remedy };
};

const statusOf = (ms: number): CheckStatus => (ms > WRONG_MS ? 'error' : ms > SKEWED_MS ? 'warning' : 'ok');

const differenceOf = (ms: number): string => {
  const secs = Math.round(Math.abs(ms) / SECOND_MS);
  return secs <= 1 ? 'the same as' : `${secs} s ${ms > 0 ? 'ahead of' : 'behind'}`;
};

const databaseTime = async (db: App['db']): Promise<number | undefined> => {
  const { rows } = await sql<{
    ms: number;
  }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
  return rows[0]?.ms;
};

/** Undefined if the bucket does not respond, which the check `blobs` reports. */
const bucketTime = async (origin: string): Promise<number | undefined> => {
  const response = await fetch(origin, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(BUCKET_TIMEOUT_MS),
  }).catch(() => undefined);
  const time = Date.parse(response?.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time + SECOND_MS / 2;
};

/** A proxy that is not trusted makes all visitors one address; one trusted by number lets strangers choose theirs. */
export const checkProxies = ({ config }: App): Finding => {
  const name = 'proxies';
  const { trustedProxies, host, consoleBaseUrl, consolePort } = config;
  const urls = {
    PUBLIC_BASE_URL: config.publicBaseUrl,
    API_BASE_URL: config.apiBaseUrl,
    CONSOLE_BASE_URL: consolePort === null ? null : consoleBaseUrl,
  };
  // Lectern speaks no TLS itself.
  const behindProxy = Object.entries(urls).flatMap(([variable, url]) =>
    url?.startsWith('https:') ? [variable] : [],
  );
  const isTrusting = typeof trustedProxies === 'number' ? trustedProxies > 0 : trustedProxies.length > 0;
  if (behindProxy.length > 0 && !isTrusting)
    return {
      name,
      status: 'warning',
      message: `${behindProxy.join(' and ')} are https, so a proxy is in front, but TRUSTED_PROXIES is not set: all visitors share the proxy's address, in rate limits and in statistics. Set it to that address, such as 127.0.0.1`,
    };
  if (typeof trustedProxies === 'number' && trustedProxies > 0 && !isLoopbackHost(host))
    return {
      name,
      status: 'warning',
      message: `TRUSTED_PROXIES is a number and HOST is ${host}: whoever reaches the ports directly can choose their address. Set TRUSTED_PROXIES to the addresses of the proxies`,
    };
  const message = isTrusting
    ? `trusted: ${typeof trustedProxies === 'number' ? `${trustedProxies} in a row` : trustedProxies.join(', ')}`
    : 'none';
  return { name, status: 'ok', message };
};

export const checkMail = async ({ checkMail: check }: App): Promise<Finding> => {
  const name = 'mail';
  if (!check)
    return { name, status: 'ok', message: 'not set up: people get invitations as links that you hand out' };
  return check().then(
    () => ({ name, status: 'ok', message: 'the server accepts mail' }),
    (error: unknown) => ({ name, status: 'error', message: `${messageOf(error)}: check SMTP_URL` }),
  );
};
