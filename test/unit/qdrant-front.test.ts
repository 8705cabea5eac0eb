/** The Qdrant test server rejects what it does not know, and leaves nothing behind. Its API: test/contract/qdrant-api.test.ts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { qdrantPython, startQdrantFront } from '../support/qdrant-front/start.js';
import { use } from '../support/use.js';

const python = qdrantPython() ?? '';

describe.skipIf(!python)('the Qdrant test server', () => {
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(front.url + path, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const front = use(() => startQdrantFront(python), 'stop');
  beforeAll(async () => {
    expect((await ask('PUT', '/collections/one', { vectors })).status).toBe(200);
  });

  interface Answer {
    status: { error: string };
    result: unknown;
  }
  const vectors = { vector: { size: 2, distance: 'Cosine' } };
  const near = { query: [1, 0], using: 'vector', limit: 1 };
  const where = (condition: object) => ({ filter: { must: [condition] }, exact: true });
  it.each([
    ['a call', 'GET', '/telemetry', undefined, 'this call'],
    ['a call of a collection', 'POST', '/collections/one/points/search', {}, 'this call'],
    [
      'a parameter',
      'PUT',
      '/collections/one/points?wait=true&shard=1',
      { points: [] },
      'the parameter shard',
    ],
    ['a setting', 'PUT', '/collections/two', { vectors: {}, shard_number: 2 }, 'collection.shard_number'],
    [
      'a distance',
      'PUT',
      '/collections/two',
      { vectors: { vector: { size: 2, distance: 'Dot' } } },
      "vectors.distance = 'Dot'",
    ],
    [
      'an index',
      'PUT',
      '/collections/one/index?wait=true',
      { field_name: 'at', field_schema: { type: 'geo' } },
      "field_schema.type = 'geo'",
    ],
    [
      'an option of a search',
      'POST',
      '/collections/one/points/query/batch',
      { searches: [{ ...near, score_threshold: 0.5 }] },
      'query.score_threshold',
    ],
    [
      'a parameter of a search',
      'POST',
      '/collections/one/points/query/batch',
      { searches: [{ ...near, params: { hnsw_ef: 8 } }] },
      'params.hnsw_ef',
    ],
    ['a condition', 'POST', '/collections/one/points/count', where({ has_id: [1] }), 'filter.has_id'],
    [
      'a match',
      'POST',
      '/collections/one/points/count',
      where({ key: 'text', match: { text: 'a' } }),
      'match.text',
    ],
    [
      'a range',
      'POST',
      '/collections/one/points/count',
      where({ key: 'date', range: { gt: 1 } }),
      'range.gt',
    ],
  ])('rejects %s that it does not know', async (_, method, path, body, what) => {
    const { status, body: answer } = await ask(method, path, body);
    expect(status).toBe(501);
    expect(answer.status.error).toContain(what);
    await expect.poll(() => front.unknown.at(-1)).toContain(what);
    expect(front.unknown.at(-1)).toContain(`${method} ${path}`);
  });

  it('applies an unawaited change later', async () => {
    const point = { id: 1000, vector: { vector: [1, 0] } };
    await ask('PUT', '/collections/one/points', { points: [point] });
    const read = async () => (await ask('POST', '/collections/one/points', { ids: [1000] })).body.result;
    expect(await read()).toEqual([]);
    await expect.poll(read).toEqual([{ id: 1000 }]);
  });

  it('ends with its parent process, and removes its data', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-front-'));
    const start = resolve(import.meta.dirname, '../support/qdrant-front/start.ts');
    const code = `console.log((await (await import(${JSON.stringify(start)})).startQdrantFront(${JSON.stringify(python)})).url)`;
    const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(owner.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    expect((await fetch(`${url}/collections`)).status).toBe(200);
    const own = () => readdirSync(folder).filter((name) => name.startsWith('lectern-qdrant-'));
    expect(own()).toHaveLength(1);
    owner.kill('SIGKILL');
    await expect
      .poll(() =>
        fetch(url).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone');
    await expect.poll(own).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });
});
