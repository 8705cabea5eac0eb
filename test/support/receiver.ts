/** A real webhook receiver on loopback with responses that a test chooses. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect } from 'vitest';
import { itemEventTypes } from '../../src/webhooks/webhook.record.js';
import { createFakeClock, type FakeClock } from './clock.js';
import type { Built } from './factories.js';
import { useApp, type Tenant, type TestApp } from './start-app.js';
import { useEach } from './use.js';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed payload. */
  event: any;
}

export interface Receiver {
  url: string;
  /** All received requests, in order. */
  received: Received[];
  /** The types of the events that a path received, in order. */
  types(path?: string): string[];
  /** Sets the responses from now on: a status, or a handler. */
  answer(how: number | ((response: ServerResponse, received: Received) => void)): void;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  let how: Parameters<Receiver['answer']>[0] = 204;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const one = { path: request.url ?? '', headers: request.headers, text, event: JSON.parse(text) };
      received.push(one);
      if (typeof how === 'number') response.writeHead(how).end();
      else how(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    types: (path) => received.filter((one) => !path || one.path === path).map(({ event }) => event.type),
    answer: (next) => (how = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/**
 * The payload, if its signature matches the secret.
 * @throws WebhookVerificationError
 */
export const verified = (secret: string, { text, headers }: Received): any =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

export interface MadeWebhook {
  webhook: Built;
  secret: string;
}

/** Subscribes to all events unless `events` names some. */
export const createWebhook = async (tenant: Tenant, url: string, body = {}): Promise<MadeWebhook> => {
  const answer = await tenant.api.post('/webhooks/create', { url, events: itemEventTypes, ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as MadeWebhook;
};

/** Sorted by event. */
export const deliveriesOf = async (tenant: Tenant, { webhook }: MadeWebhook): Promise<Built[]> =>
  (await tenant.api.get(`/webhooks/${webhook.id}/deliveries?_orderBy[]=id,ASC`)).body.deliveries;

/** Waits until the webhook's deliveries have these statuses, in order. */
export const settled = async (tenant: Tenant, made: MadeWebhook, ...statuses: string[]): Promise<Built[]> => {
  await expect
    .poll(async () => (await deliveriesOf(tenant, made)).map(({ status }) => status), { timeout: 60_000 })
    .toEqual(statuses);
  return deliveriesOf(tenant, made);
};

/** An app with a worker that may call private addresses, and a receiver for each test, after which no webhook is left. */
export const useWebhooks = (): { app: TestApp; clock: FakeClock; receiver: Receiver } => {
  // Close to the real time, with which signatures are compared.
  const clock = createFakeClock(new Date().toISOString());
  const app = useApp({ clock, worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const receiver = useEach(() => startReceiver(), 'close');
  afterEach(async () => {
    for (const { id } of (await app.demo.api.get('/webhooks')).body.webhooks)
      await app.demo.api.delete(`/webhooks/${id}`);
  });
  return { app, clock, receiver };
};
