/** Measures over HTTP when events are stored, and when reports include them. */
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;
const PROBE_EVERY_MS = 100;
/** An item that receives no other events. */
const PROBED = 501;
const DEADLINE_MS = 120_000;

interface Ready {
  stores: { spool: { metrics?: { events: number } } };
}

/** Resolves once the spool is empty. Requests reports, which flushes waiting events. */
export const untilStored = async (port: number, secret: string): Promise<void> => {
  const headers = { Authorization: `Bearer ${secret}` };
  const until = performance.now() + DEADLINE_MS;
  for (;;) {
    await (await fetch(`http://127.0.0.1:${port}/v2/stats/page-views?itemId=${PROBED}`, { headers })).text();
    const { stores } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as Ready;
    if (stores.spool.metrics?.events === 0) return;
    if (performance.now() > until) throw new Error('The events were not stored in time');
    await pause(POLL_MS);
  }
};

/**
 * While `load` runs, sends page views of one item one by one and polls its report.
 * @returns ms from each response to the first report that counts the event
 */
export const freshness = async (port: number, secret: string, load: Promise<unknown>): Promise<number[]> => {
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/v2${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  let loading = true;
  const loaded = load.finally(() => (loading = false));
  const acknowledged: number[] = [];
  const ms: number[] = [];

  const probe = async (): Promise<void> => {
    while (loading) {
      await call('/logging/page-views', { url: 'https://www.example.org/probe', itemId: PROBED });
      acknowledged.push(performance.now());
      await pause(PROBE_EVERY_MS);
    }
  };
  const watch = async (): Promise<void> => {
    const until = performance.now() + DEADLINE_MS;
    while (loading || ms.length < acknowledged.length) {
      const { pageViews } = await call<{ pageViews: { total: number } }>(
        `/stats/page-views?range=year&itemId=${PROBED}`,
      );
      const now = performance.now();
      while (ms.length < pageViews.total && ms.length < acknowledged.length)
        ms.push(now - acknowledged[ms.length]!);
      if (now > until) throw new Error('Reports did not have the events in time');
      await pause(POLL_MS);
    }
  };
  await Promise.all([probe(), watch(), loaded]);
  return ms;
};
