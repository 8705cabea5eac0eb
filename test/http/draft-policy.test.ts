/** What a token with `content:draft` may change, compared with `content:write`: every operation in every state. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkEach } from '../support/check-each.js';
import type { Client } from '../support/client.js';
import { draftCalls, recordsBuilder, type Records } from '../support/draft-policy-calls.js';
import { isAllowed, states, type State } from '../support/draft-policy-table.js';
import { setItem } from '../support/factories.js';
import { operationsOf, type Operation } from '../support/operations.js';
import { useApp } from '../support/start-app.js';

describe('content:draft', () => {
  const app = useApp();
  let contributor: Client;
  let editor: Client;
  const calls = draftCalls(() => app);
  let build: () => Promise<Records>;
  beforeAll(async () => {
    contributor = await app.withScopes(app.demo, 'content:draft');
    editor = await app.withScopes(app.demo, 'content:write');
    build = await recordsBuilder(app);
  });

  /** Not of one item, and tested below. */
  const others = [
    'POST /items/create',
    'POST /items/bulk',
    'POST /items/import',
    'POST /scriptures/read',
    'POST /items/import/feed',
    'POST /items/import/create',
    'POST /jobs/{jobId}/undo',
    'POST /items/{itemId}/preview-links/create',
    'DELETE /preview-links/{previewLinkId}',
    'POST /trash/restore',
    'POST /search/preview',
    'PATCH /items/{itemId}/draft',
    'DELETE /items/{itemId}/draft',
    'PUT /items/{itemId}/transcript/draft',
    'DELETE /items/{itemId}/transcript/draft',
  ];

  /** The item with its records, to see that a refusal changes nothing. */
  const snapshot = async ({ item }: Records): Promise<string> => {
    const { db } = app.app;
    const tables = [
      'mediaAsset',
      'chapter',
      'scripture',
      'resource',
      'transcript',
      'transcriptRevision',
    ] as const;
    const rows = await Promise.all(
      tables.map((table) =>
        db.selectFrom(table).selectAll().where('itemId', '=', item).orderBy('id').execute(),
      ),
    );
    const own = await db.selectFrom('item').selectAll().where('id', '=', item).execute();
    return JSON.stringify([own, rows]);
  };

  describe.each(Object.keys(states) as State[])('in state %s', (state) => {
    it.each(Object.keys(calls))('%s', async (name) => {
      const { kind, send, before } = calls[name]!;
      const begin = async (): Promise<Records> => {
        const records = await build();
        await before?.(records);
        await setItem(app, { id: records.item }, { ...states[state] });
        return records;
      };
      const records = await begin();
      const unchanged = await snapshot(records);
      const answer = await send(contributor, records);
      if (isAllowed(state, kind)) {
        const expected = await send(editor, await begin());
        expect([answer.status, answer.body.error?.type]).toEqual([
          expected.status,
          expected.body.error?.type,
        ]);
        expect(answer.status).not.toBe(403);
        if (!state.startsWith('deleted')) expect(answer.status).not.toBe(404);
        return;
      }
      expect([answer.status, answer.body.error?.type]).toEqual([403, 'PermissionError']);
      expect(answer.body.error.message).toMatch(/content:write/);
      expect(await snapshot(records)).toBe(unchanged);
      expect((await send(editor, records)).status).not.toBe(403);
    });
  });

  describe('is refused', () => {
    let operations: Operation[];
    beforeAll(async () => {
      operations = operationsOf((await app.demo.api.get('/openapi.json')).body);
    });

    it('by every other changing operation', async () => {
      const known = new Set([
        ...Object.keys(calls).map((name) => name.split(' ').slice(0, 2).join(' ')),
        ...others,
      ]);
      const closed = operations.filter(
        ({ name, method, scope }) => method !== 'GET' && scope && !known.has(name),
      );
      await checkEach(closed, 40, async ({ method, path, name }, note) => {
        const concrete = path.replace(/\{\w+\}/g, '1');
        const { status, body } = await contributor.send(method, concrete, {});
        if (status !== 403 || body.error.type !== 'PermissionError') note(`${name}: ${status}`);
      });
    });
  });
});
