/** `lectern doctor` compares the clock of this machine with those of the database and the bucket. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkClock } from '../../src/cli/doctor-network.js';
import { engine, openDatabase } from '../support/database.js';
import { use } from '../support/use.js';

const MINUTE_MS = 60_000;

/** The clock of this machine, wrong by this long. */
const clockOff = (ms: number) => ({ now: () => new Date(Date.now() + ms) });

describe('the check of the clock', () => {
  const database = use(() => openDatabase(), 'close');

  const check = (ms: number) => checkClock({ db: database.db, clock: clockOff(ms), config: { s3: null } });

  it.runIf(engine === 'postgres')('compares it with PostgreSQL', async () => {
    expect(await check(0)).toEqual({ name: 'clock', status: 'ok', message: 'the same as the database' });
    expect(await check(10_000)).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/^10 s ahead of the database: synchronise/) as string,
    });
    expect(await check(-10 * MINUTE_MS)).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/^600 s behind the database: /) as string,
    });
  });

  it.runIf(engine === 'sqlite')('has nothing to compare it with on one machine', async () => {
    expect(await check(MINUTE_MS)).toMatchObject({ status: 'ok' });
  });

  describe.runIf(engine === 'sqlite')('with a bucket', () => {
    let server: Server;
    beforeAll(async () => {
      server = createServer((_request, response) => {
        response.setHeader('Date', new Date(Date.now() - 20 * MINUTE_MS).toUTCString());
        response.writeHead(403).end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterAll(() => server.close().closeAllConnections());

    it('compares it with the Date header', async () => {
      const { port } = server.address() as AddressInfo;
      const s3 = { bucket: 'lectern', region: 'us-east-1', prefix: '', forcePathStyle: true };
      const at = { ...s3, endpoint: `http://127.0.0.1:${port}` };
      expect(await checkClock({ db: database.db, clock: clockOff(0), config: { s3: at } })).toMatchObject({
        status: 'error',
        message: expect.stringMatching(/^1\d{3} s ahead of the bucket: /) as string,
      });
      expect(
        await checkClock({
          db: database.db,
          clock: clockOff(0),
          config: { s3: { ...at, endpoint: 'http://127.0.0.1:1' } },
        }),
      ).toMatchObject({ status: 'ok' });
    });
  });
});
