/** Secrets in the database: encrypted or hashed, also those of earlier versions and those in stored responses. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import * as initial from '../../migrations/sql/0001-initial.js';
import * as contentApi from '../../migrations/sql/0002-content-api.js';
import * as listIndexes from '../../migrations/sql/0003-list-indexes.js';
import * as visitorSalts from '../../migrations/sql/0004-visitor-salts.js';
import * as defaultAccount from '../../migrations/sql/0005-default-account.js';
import { migrate } from '../../src/platform/db/migrate.js';
import type { Tables } from '../../src/platform/db/tables.js';
import { sha256 } from '../../src/platform/lib/ids.js';
import { engine, engineMissing } from '../support/database.js';
import { buildItem, type Built } from '../support/factories.js';
import { createWebhook, settled, startReceiver, verified, type Receiver } from '../support/receiver.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const OLD_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLDER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

describe.skipIf(engineMissing)('secrets', () => {
  let app: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  });
  afterAll(async () => {
    await app.stop();
    await receiver.close();
  });

  const webhookRow = (id: number) =>
    app.app.db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('of webhooks are encrypted, each time differently, and sign as before', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    const { id } = made.webhook;
    const rotated = (await app.demo.api.post(`/webhooks/${id}/rotate-secret`)).body.secret as string;
    const row = JSON.stringify(await webhookRow(id));
    for (const secret of [made.secret, rotated]) {
      expect(row).not.toContain(secret.slice(6));
      expect(row).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'));
    }
    await app.demo.api.post(`/webhooks/${id}/ping`);
    await settled(app.demo, made, 'delivered');
    for (const secret of [made.secret, rotated]) verified(secret, receiver.received.at(-1)!);
  });

  it('of webhooks that an earlier version stored are encrypted at the start, once', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    const { id } = made.webhook;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    // The first one was encrypted before the start was interrupted.
    await app.app.db
      .updateTable('webhook')
      .set({ secret: OLD_SECRET, previousSecret: OLDER_SECRET, previousSecretUntil: tomorrow })
      .where('id', '=', id)
      .execute();
    await Promise.all([app.app.prepare(), app.app.prepare()]);
    const encrypted = await webhookRow(id);
    expect(encrypted.secret).toMatch(/^encrypted:/);
    expect(encrypted.previousSecret).toMatch(/^encrypted:/);
    await app.app.prepare();
    expect(await webhookRow(id)).toEqual(encrypted);
    await app.demo.api.post(`/webhooks/${id}/ping`);
    await settled(app.demo, made, 'delivered');
    for (const secret of [OLD_SECRET, OLDER_SECRET]) verified(secret, receiver.received.at(-1)!);
    if (engine === 'sqlite') {
      const file = app.app.config.databaseUrl.slice('sqlite:'.length);
      const found = readdirSync(dirname(file)).filter(
        (name) =>
          name.startsWith(basename(file)) && readFileSync(join(dirname(file), name)).includes(OLD_SECRET),
      );
      expect(found).toEqual([]);
    }
  });

  it('of a webhook that another key encrypted are reported, until they are rotated', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    const { id } = made.webhook;
    const { secret } = await webhookRow(id);
    const damaged = `${secret.slice(0, -8)}AAAAAAAA`;
    await app.app.db.updateTable('webhook').set({ secret: damaged }).where('id', '=', id).execute();
    await app.demo.api.post(`/webhooks/${id}/ping`);
    const last = async (): Promise<Built> =>
      (await app.demo.api.get(`/webhooks/${id}/deliveries`)).body.deliveries[0];
    await expect.poll(async () => (await last()).lastError, { timeout: 10_000 }).toContain('rotate it');
    const rotated = (await app.demo.api.post(`/webhooks/${id}/rotate-secret`)).body.secret as string;
    await app.demo.api.post(`/webhooks/${id}/ping`);
    await expect.poll(async () => (await last()).status, { timeout: 10_000 }).toBe('delivered');
    verified(rotated, receiver.received.at(-1)!);
  });

  it('of uploads are stored as hashes, and neither they nor their addresses are in stored responses', async () => {
    const item = await buildItem(app.demo);
    const png = { fileMimeType: 'image/png', fileSizeBytes: 9 };
    const creates: [string, object][] = [
      [`/items/${item.id}/media/create`, { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: 3 }],
      [
        `/items/${item.id}/resources/create`,
        { ...png, title: 'A', contentType: 'file', originalFilename: 'a.png' },
      ],
      [`/items/${item.id}/artwork/create`, { ...png, variant: 'square' }],
    ];
    const stranger = await app.withScopes(app.demo, 'admin');
    for (const [path, body] of creates) {
      const headers = { 'Idempotency-Key': path };
      const first = await app.demo.api.post(path, body, headers);
      expect([path, first.status]).toEqual([path, 201]);
      const secret = (first.body.uploadUrl as string).split('/').at(-1) ?? '';
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect((await app.demo.api.post(path, body, headers)).body).toEqual(first.body);
      expect((await stranger.post(path, body, headers)).status).toBe(409);
      const { db } = app.app;
      const rows = [
        await db.selectFrom('upload').selectAll().execute(),
        await db.selectFrom('idempotencyKey').selectAll().execute(),
      ];
      expect(JSON.stringify(rows)).toContain(sha256(secret));
      expect(JSON.stringify(rows)).not.toContain(secret);
      // What is stored opens nothing.
      const url = (first.body.uploadUrl as string).replace(secret, sha256(secret));
      expect((await web.put(url, 'abc', { 'Content-Type': 'audio/mpeg' })).status).toBe(403);
    }
  });
});

describe.skipIf(engine !== 'sqlite')('the migration', () => {
  it('hashes the secrets of uploads in progress', async () => {
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
    const before = {
      '0001-initial': initial,
      '0002-content-api': contentApi,
      '0003-list-indexes': listIndexes,
      '0004-visitor-salts': visitorSalts,
      '0005-default-account': defaultAccount,
    };
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(before) } });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    await sql`insert into account ("id", "shortName", "name", "timeZone", "settings", "entryDate")
      values (1, 'demo', 'Demo', 'UTC', '{}', '')`.execute(db);
    for (const secret of ['first', 'second'])
      await sql`insert into upload ("accountId", "subjectId", "sizeBytes", "purpose", "blobKey", "secret", "contentType",
        "status", "expiresAt", "entryDate") values (1, 1, 1, 'media', ${secret}, ${secret}, 'a/b', 'waiting', '', '')`.execute(
        db,
      );
    expect(await migrate(db)).toContain('0006-secrets');
    const rows = await db.selectFrom('upload').select(['blobKey', 'secretHash']).orderBy('id').execute();
    expect(rows).toEqual(
      ['first', 'second'].map((secret) => ({ blobKey: secret, secretHash: sha256(secret) })),
    );
    await db.destroy();
  });
});
