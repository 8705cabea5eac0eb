/** Host names are resolved for each connection, and refused if they lead to this machine or its network. */
import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Agent, request } from 'undici';
import { isPublicAddress, lookupPublic } from '../../src/platform/lib/public-address.js';
import { createPostEvent } from '../../src/webhooks/deliver.handler.js';
import { startReceiver } from '../support/receiver.js';

describe('public addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    'include %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.1.1',
    '100.127.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '192.0.2.1',
    '240.0.0.1',
    '::1',
    '::',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2001:db8::1',
    '2001::1',
    '2002:808:808::1',
    'fe80::1%eth0',
    'fc00::1',
    '4000::1',
    'example.org',
    '',
  ])('exclude %j', (address) => expect(isPublicAddress(address)).toBe(false));

  it('are the only ones a hostname may resolve to', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    for (const host of ['localhost', hostname()]) {
      const known = await lookup(host, { all: true }).catch(() => []);
      if (known.length === 0 || known.some(({ address }) => isPublicAddress(address))) continue;
      const refused = `${host} does not resolve to a public address`;
      const dispatcher = new Agent({ connect: { lookup: lookupPublic } });
      await expect(request(`http://${host}:${port}`, { dispatcher })).rejects.toThrow(refused);
      const event = { url: `https://${host}:${port}`, headers: {}, body: '{}' };
      const post = createPostEvent({ allowPrivate: false, allowedHosts: null });
      await expect(post(event, new AbortController().signal)).rejects.toThrow(
        host === 'localhost' ? 'The URL must not be a private or local address' : refused,
      );
    }
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });
});
