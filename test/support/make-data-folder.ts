/**
 * Makes a data folder with a small library by a built Lectern, and records what it answers. For the tests of upgrades, once
 * for each release: `npx tsx test/support/make-data-folder.ts <folder of the program> <name>`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createClient } from './client.js';
import { recordAnswers } from './recorded-answers.js';
import { talks, vttOf } from './talks.js';

const [program = '.', name = 'data'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'lectern-release-'));
const data = join(folder, 'data');
const env = {
  ...{
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: data,
    SUGGESTIONS: 'false',
    TRANSCRIBE: 'off',
    CONSOLE: 'false',
  },
  ...{
    PORT: '0',
    PUBLIC_PORT: '0',
    PUBLIC_RATE_LIMIT: '100000',
    PRIVATE_RATE_LIMIT: '100000',
    LOG_LEVEL: 'warn',
  },
};
const cli = join(resolve(program), 'dist/bin/lectern.js');
const run = (...args: string[]): string =>
  execFileSync(process.execPath, [cli, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

run('migrate');
run('account', 'create', 'demo', '--name', 'Gemeinde Grünau', '--time-zone', 'Europe/Berlin');
run('account', 'create', 'other');
const token = run('token', 'create', '--account', 'demo', '--scope', 'admin').trim().split('\n').at(-1)!;
const texts = join(folder, 'texts');
mkdirSync(texts);
for (const [title, sentences] of Object.entries(talks))
  writeFileSync(join(texts, `${title}.vtt`), vttOf(sentences));
for (const account of ['demo', 'other'])
  run(
    ...[
      'import',
      texts,
      '--account',
      account,
      '--collection',
      'Predigten',
      '--publish',
      '--speaker',
      'Jörg Müller',
    ],
    ...['--series', 'Über die Geduld', '--topic', 'Geduld', '--date', '2025-03-09'],
  );

const server = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
let output = '';
server.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
while (!/public\s+http/.test(output)) await once(server.stdout, 'data');
const urlOf = (host: string): string => new RegExp(`${host}\\s+(http\\S+)`).exec(output)![1]!;
const api = createClient(urlOf('private'), { Authorization: `Bearer ${token}` });
const site = createClient(urlOf('public'), { Host: 'demo.localhost' });
const { items } = (await api.get('/items')).body as { items: { id: number }[] };
await api.patch(`/items/${items[0]!.id}`, { description: 'Über Bienen, Brot & Geduld – „ein Gleichnis“.' });
await api.post('/embed-tokens/create', { name: 'Website', allowedOrigins: ['https://www.example.org'] });
await api.post('/webhooks/create', { url: 'https://www.example.org/hook', events: ['item.published'] });
await api.post('/topics/create', { name: 'Gelöscht' });
const { topics } = (await api.get('/topics')).body as { topics: { id: number; name: string }[] };
await api.delete(`/topics/${topics.find((topic) => topic.name === 'Gelöscht')!.id}`);
await api.post('/logging/batch', {
  events: items.map(({ id }, at) => ({
    type: 'pageView',
    url: 'https://www.example.org/a',
    occurredAt: new Date(Date.now() - at * 60_000).toISOString(),
    itemId: id,
    visitorIp: `192.0.2.${at}`,
  })),
});
// Of a fixed day, since others depend on today.
const day = new Date().toISOString().slice(0, 10);
const reports = ['overview', 'top-items', 'searches'].map(
  (report) => `/stats/${report}?from=${day}&to=${day}`,
);
const answers = [...(await recordAnswers({ api, site }, { reports }))].filter(
  ([request, answer]) =>
    (!request.includes('/stats') || request.includes('from=')) &&
    (answer as { status?: number }).status !== 404,
);
server.kill('SIGTERM');
await once(server, 'exit');
const out = join(import.meta.dirname, 'fixtures', 'releases');
mkdirSync(out, { recursive: true });
writeFileSync(join(out, `${name}.answers.json.gz`), gzipSync(JSON.stringify({ token, answers })));
execFileSync('tar', ['-C', folder, '-czf', join(out, `${name}.tar.gz`), 'data']);
rmSync(folder, { recursive: true, force: true });
console.log(`${answers.length} answers`);
