/** A library moves from embedded stores to servers and back, by its backup: what it answers stays the same. */
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectClickHouse } from '../../analytics/index.js';
import { lockLibrary } from '../../src/cli/library.js';
import { keyFileOf } from '../../src/platform/secrets/key-file.js';
import {
  frontCanRun,
  startClickHouseFront,
  type ClickHouseFront,
} from '../support/clickhouse-front/start.js';
import { createClient } from '../support/client.js';
import { buildEverything, publishTalk } from '../support/factories.js';
import { multipart, picture } from '../support/images.js';
import { qdrantPython, startQdrantFront, type QdrantFront } from '../support/qdrant-front/start.js';
import { differences, recordAnswers, type Answers } from '../support/recorded-answers.js';
import { removeFolder } from '../support/remove-folder.js';
import { runCli, startCli } from '../support/run-cli.js';
import { s3Environment } from '../support/s3.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';
import { administer, databaseAt } from '../support/templates.js';

const python = qdrantPython();
const bucket = s3Environment();
const canRun = frontCanRun() && inject('postgresUrl') && python && bucket;

describe.skipIf(!canRun)('a backup', () => {
  let app: TestApp;
  let folder: string;
  let front: ClickHouseFront;
  let qdrant: QdrantFront;
  let recorded: Answers;
  let backup: string;
  let token: string;
  const database = `restored_${process.pid}_${Date.now()}`;
  const common = {
    PUBLIC_RATE_LIMIT: '100000',
    PRIVATE_RATE_LIMIT: '100000',
    LOG_LEVEL: 'warn',
    PORT: '0',
    PUBLIC_PORT: '0',
    CONSOLE: 'false',
    HOST: '127.0.0.1',
  };
  let embedded: Record<string, string>;
  let servers: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'));
    embedded = { ...common, DATA_DIR: join(folder, 'embedded') };
    front = await startClickHouseFront();
    const clickHouse = await connectClickHouse({ url: front.url });
    await clickHouse.command('CREATE DATABASE library').finally(() => clickHouse.close());
    qdrant = await startQdrantFront(python!);
    await administer(inject('postgresUrl'), `create database ${database}`);
    servers = {
      ...common,
      DATA_DIR: join(folder, 'servers'),
      DATABASE_URL: databaseAt(inject('postgresUrl'), database),
      QDRANT_URL: qdrant.url,
      CLICKHOUSE_URL: `${front.url.replace(/\/$/, '')}/library`,
      ...bucket,
    };
    app = await startApp({ worker: true });
    for (const tenant of [app.demo, app.other]) {
      await buildEverything(app, tenant);
      for (const [title, sentences] of Object.entries(talks)) await publishTalk(tenant, title, sentences);
    }
    const { type, body } = await multipart(['image', await picture('png', 40, 30), 'ruth.png']);
    const [speaker] = (await app.demo.api.get('/speakers')).body.speakers as { id: number }[];
    await app.demo.api.post(`/speakers/${speaker!.id}/image/upload`, body, { 'Content-Type': type });
    await app.idle();
    const items = (await app.demo.api.get('/items')).body.items as { id: number }[];
    const events = items.map(({ id }, at) => ({
      type: 'pageView',
      url: 'https://www.example.org/a',
      occurredAt: new Date(Date.now() - at * 3_600_000).toISOString(),
      itemId: id,
      visitorIp: `192.0.2.${at}`,
    }));
    expect((await app.demo.api.post('/logging/batch', { events })).status).toBeLessThan(300);
    const { secret } = await app.app.tokens.create(app.demo.account.id, {
      name: 'of the test',
      scopes: ['admin'],
      expiresAt: null,
    });
    token = secret;
    recorded = await recordAnswers(app.demo);
  }, 300_000);
  afterAll(async () => {
    await app.stop();
    await front.remove();
    await qdrant.stop();
    await administer(inject('postgresUrl'), `drop database if exists ${database} with (force)`);
    await removeFolder(folder);
  });

  const sourceEnv = (): Record<string, string> => ({
    ...common,
    DATA_DIR: app.app.config.dataDir,
    DATABASE_URL: app.app.config.databaseUrl,
  });
  /** As an operator does who keeps it elsewhere. */
  const putKey = ({ DATA_DIR = '' }: Record<string, string>): void => {
    mkdirSync(DATA_DIR, { recursive: true });
    copyFileSync(keyFileOf(app.app.config.dataDir), keyFileOf(DATA_DIR));
  };
  const restored = async (path: string, env: Record<string, string>): Promise<void> => {
    const { code, stderr } = await runCli(['restore', path], env);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  };
  const answersOf = async (env: Record<string, string>): Promise<Answers> => {
    const running = startCli(['serve'], env);
    await running.said('public   ');
    const url = (name: string): string => new RegExp(`${name}\\s+(http\\S+)`).exec(running.output())![1]!;
    try {
      return await recordAnswers({
        api: createClient(url('private'), { Authorization: `Bearer ${token}` }),
        site: createClient(url('public'), { Host: 'demo.localhost' }),
      });
    } finally {
      running.process.kill('SIGTERM');
      await running.finished;
    }
  };
  const backedUp = async (env: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await runCli(['backup', '--to', join(folder, 'backups')], env);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const [, path, sha256] = /^backup {2}(.+) {2}sha256 ([0-9a-f]{64})$/.exec(
      stdout.trim().split('\n').at(-1)!,
    )!;
    expect(sha256).toHaveLength(64);
    return path!;
  };

  it('of embedded stores is restored onto servers, from backup and key alone', async () => {
    expect(recorded.size).toBeGreaterThanOrEqual(500);
    expect([...recorded.keys()].filter((request) => request.startsWith('file '))).not.toEqual([]);
    // As `lectern serve` does, which is asked for the events then.
    const unlock = lockLibrary(app.app.config);
    backup = await backedUp(sourceEnv()).finally(unlock);
    const refused = await runCli(['restore', backup], servers);
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('secret key')]);
    putKey(servers);
    await restored(backup, servers);
    expect(differences(recorded, await answersOf(servers))).toEqual([]);
  }, 300_000);

  it('of servers is restored onto embedded stores', async () => {
    const path = await backedUp(servers);
    putKey(embedded);
    await restored(path, embedded);
    expect(differences(recorded, await answersOf(embedded))).toEqual([]);
    const again = await runCli(['restore', path], embedded);
    expect([again.code, again.stderr]).toEqual([7, expect.stringContaining('--replace')]);
  }, 300_000);
});
