/** Many requests at once from one account or a few addresses. Measures how long others wait. */
import { createClient } from '../../test/support/client.js';
import { multipart, picture } from '../../test/support/images.js';
import type { RawSocket } from '../../test/support/raw-socket.js';
import { head } from '../../test/support/raw-socket.js';
import type { AbuseClass } from '../../test/support/abuse/abuse-class.js';
import { finish, openMany, responded } from '../../test/support/abuse/raw-case.js';
import { anItem, anyAddress, json, privately, sendAll } from '../../test/support/abuse/send.js';

/** Sent with one token, and with twelve. */
export const writes: AbuseClass = {
  name: 'writes',
  count: 8,
  atOnce: 1,
  newCase: (target, random, index) => {
    const { count, tokens } = index % 2 === 0 ? { count: 200, tokens: 1 } : { count: 24, tokens: 12 };
    const text = 'Grace and peace to you. '.repeat(count === 200 ? 100 : 20_000);
    const requests = Array.from({ length: count }, (_, i) => {
      const item = `/items/${anItem(target, random)}`;
      const token = i % tokens;
      if (i % 2 === 0) {
        const body = JSON.stringify({ description: `${text.slice(0, 2_000)}${i}` });
        return privately(target, ['PATCH', item], { token, body });
      }
      const body = JSON.stringify({ segments: [{ text: `${text}${i}` }] });
      return privately(target, ['PUT', `${item}/transcript`], { token, body });
    });
    return { name: `${count} writes at once by ${tokens} tokens`, run: () => sendAll(requests) };
  },
};

const WIDTHS = [160, 320, 640, 960, 1280, 1920];
const ACCEPTED = ['image/avif', 'image/webp', 'image/jpeg'];
const SIDE = 8_000;

/** Copies of large images, in all sizes and formats. */
export const imageCopies: AbuseClass = {
  name: 'image copies',
  count: 2,
  atOnce: 1,
  newCase: async ({ hosts, hostName, tokens }) => {
    const { body, type } = await multipart(['image', await picture('jpeg', SIDE, SIDE), 'a.jpg']);
    const api = createClient(hosts.private.url, { Authorization: `Bearer ${tokens[0]!}` });
    const copiesOf = async (speaker: number | string) => {
      const uploaded = await api.post(`/speakers/${speaker}/image/upload`, body, { 'Content-Type': type });
      const path = new URL(uploaded.body.url).pathname.replace('/v2', '');
      return WIDTHS.flatMap((width) =>
        ACCEPTED.map((Accept) => ({
          method: 'GET',
          url: hosts.public.url,
          path: `${path}?width=${width}`,
          headers: { Host: hostName, Accept },
          from: '127.3.1.1',
        })),
      );
    };
    return {
      name: `images of 64 million pixels × ${WIDTHS.length * ACCEPTED.length} copies`,
      run: async () => {
        const requests = [];
        for (const speaker of hosts.private.known.get('speakerId')?.slice(0, 6) ?? [])
          requests.push(...(await copiesOf(speaker)));
        return sendAll(requests);
      },
    };
  },
};

/** 36 batches of 1,000 events from six addresses, valid or not. */
export const eventBatches: AbuseClass = {
  name: 'event batches',
  count: 6,
  atOnce: 1,
  newCase: (target, _, index) => {
    const kind = ['right', 'unknown items', 'invalid'][index % 3]!;
    const event = {
      right: { type: 'pageView', url: 'https://demo.example.org/talks/a' },
      'unknown items': { type: 'pageView', url: 'https://demo.example.org/talks/a', itemId: 999_999_999 },
      invalid: { type: 'mediaPlaybackEvent', itemId: 'x', playbackRate: 'y', colour: 'red' },
    }[kind];
    const body = JSON.stringify({ events: Array.from({ length: 1_000 }, () => event) });
    const requests = Array.from({ length: 36 }, (_, i) => ({
      method: 'POST',
      url: target.hosts.public.url,
      path: '/events',
      headers: { Host: target.hostName, Origin: 'https://demo.example.org', ...json },
      body,
      from: `127.3.2.${(i % 6) + 1}`,
    }));
    return { name: `36 batches of 1,000 events (${kind})`, run: () => sendAll(requests) };
  },
};

const END_MS = 15_000;

/** From one address, and from sixty. */
export const pipelining: AbuseClass = {
  name: 'pipelining',
  count: 4,
  atOnce: 1,
  newCase: ({ hosts, hostName }, random, index) => {
    const addresses = index % 2 === 0 ? 1 : 60;
    const queued = index < 2 ? 99 : 4;
    const get = head('GET /api/config', { Host: hostName });
    return {
      name: `${queued} GETs on each of 12 connections, from ${addresses} addresses`,
      run: async () => {
        const from = Array.from({ length: addresses }, () => anyAddress(random));
        const opened = await Promise.all(from.map((address) => openMany(hosts.public.url, 12, address)));
        const sockets = opened.flat();
        await Promise.all(sockets.map((one) => one.send(get.repeat(queued))));
        await Promise.all(sockets.map((one) => responded(one, END_MS)));
        return finish(sockets);
      },
    };
  },
};

/** As many connections as the host accepts, from four addresses, while visitors open their own. */
export const unfinishedHeads: AbuseClass = {
  name: 'unfinished heads',
  count: 2,
  atOnce: 1,
  newCase: ({ hosts }, _, index) => {
    const { url } = hosts[index % 2 === 0 ? 'public' : 'private'];
    return {
      name: '1,000 unfinished heads from four addresses',
      run: async () => {
        const sockets: RawSocket[] = [];
        for (let i = 1; i <= 4; i++) sockets.push(...(await openMany(url, 250, `127.3.3.${i}`)));
        await Promise.all(sockets.map((one) => one.send('GET / HTTP/1.1\r\nHost: x\r\n')));
        await Promise.all(sockets.slice(-5).map((one) => responded(one, HELD_MS)));
        return finish(sockets);
      },
    };
  },
};
const HELD_MS = 3_000;

const REPORTS = ['overview', 'page-views', 'top-items', 'searches', 'trending-topics', 'quality'];

/** Reports over ten years. */
export const reports: AbuseClass = {
  name: 'reports',
  count: 3,
  atOnce: 1,
  newCase: (target) => {
    const to = new Date().toISOString().slice(0, 10);
    const from = `${Number(to.slice(0, 4)) - 10}${to.slice(4).replace('02-29', '02-28')}`;
    const requests = Array.from({ length: 24 }, (_, i) =>
      privately(target, ['GET', `/stats/${REPORTS[i % REPORTS.length]}?from=${from}&to=${to}`], { token: i }),
    );
    return { name: '24 reports over ten years', run: () => sendAll(requests) };
  },
};
