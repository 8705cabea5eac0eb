/** Applying drafts of transcripts that others have changed meanwhile: merging, conflicts and decisions. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { path, save, SEGMENTS, text, transcriptsOf } from '../support/transcript-drafts.js';

describe('drafts of transcripts that others have changed', () => {
  const app = useApp();
  let contributor: Client;
  beforeAll(async () => {
    contributor = await app.withScopes(app.demo, 'content:draft');
  });

  const { read, withTranscript, patch } = transcriptsOf(() => app);

  it('merge what only one side has changed', async () => {
    const { id, etag, ids } = await withTranscript();
    const [a, b, c, d] = ids;
    await save(app.demo.api, id, etag, [
      { op: 'split', segmentId: a, at: 10, newSegmentId: 'mine' },
      { op: 'delete', segmentId: c },
      text(b, 'Amen, amen.'),
    ]);
    await patch(
      id,
      text(d, 'Our Father in heaven.'),
      {
        ...{ op: 'insert', segmentId: a, newSegmentId: 'theirs', text: 'Theirs' },
        ...{ startMs: 1_900, endMs: 2_000 },
      },
      text(b, 'Amen, amen.'),
    );
    expect((await app.demo.api.get(path(id))).body.draft.isOutdated).toBe(true);
    const applied = await app.demo.api.post(`${path(id)}/apply`);
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    const after = await read(id);
    expect(after.ids).toEqual([a, 'mine', 'theirs', b, d]);
    expect(after.texts).toEqual([
      ...['Grace and', 'piece to you.', 'Theirs', 'Amen, amen.', 'Our Father in heaven.'],
    ]);
    expect(applied.body.segments.map((one: { id: string }) => one.id)).toEqual([a, 'mine']);
  });

  it('report segments that both have changed, lose nothing, and let the caller decide', async () => {
    const { id, etag, ids } = await withTranscript();
    const [a, b, c, d] = ids;
    await save(app.demo.api, id, etag, [
      { op: 'split', segmentId: a, at: 10, newSegmentId: 'mine' },
      text(b, 'Mine'),
      { op: 'delete', segmentId: c },
      text(d, 'Only mine'),
    ]);
    await patch(id, text(a, 'Grace and peace to you.'), { op: 'delete', segmentId: b }, text(c, 'Theirs'));
    const current = await read(id);
    const refused = await app.demo.api.post(`${path(id)}/apply`);
    expect([refused.status, refused.body.error.type]).toEqual([409, 'ConflictError']);
    const texts = refused.body.error.conflicts.map(
      ({ path: at, base, theirs, yours }: Record<string, { text: string } | null>) =>
        [at, base?.text, theirs?.text, yours?.text].map((value) => value ?? null),
    );
    expect(texts).toEqual([
      [`segments.${a}`, 'Grace and piece to you.', 'Grace and peace to you.', 'Grace and'],
      [`segments.${b}`, 'Amen.', null, 'Mine'],
      [`segments.${c}`, 'Let us pray.', 'Theirs', null],
    ]);
    expect(await read(id)).toEqual(current);
    expect((await app.demo.api.get(path(id))).body.draft.operationCount).toBe(4);
    const decide = (...uses: [string | undefined, string][]) =>
      app.demo.api.post(`${path(id)}/apply`, {
        decisions: uses.map(([segmentId, use]) => ({ segmentId, use })),
      });
    expect((await decide([a, 'nobody'])).status).toBe(422);
    const partly = await decide([a, 'theirs'], [c, 'yours']);
    expect(partly.body.error.conflicts).toHaveLength(1);
    // With theirs, what was split from it is gone too: its words would be there twice.
    const applied = await decide([a, 'theirs'], [b, 'yours'], [c, 'theirs']);
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    const after = await read(id);
    expect(after.ids).toEqual([a, b, c, d]);
    expect(after.texts).toEqual(['Grace and peace to you.', 'Mine', 'Theirs', 'Only mine']);
  });

  it('can be made from a former version, and follow a transcript that is uploaded again', async () => {
    const { id, etag, ids } = await withTranscript();
    await patch(id, text(ids[1], 'Amen, amen.'));
    const saved = await save(app.demo.api, id, etag, [text(ids[0], 'Late, but welcome.')]);
    expect(saved.body.draft).toMatchObject({ base: etag, isOutdated: true });
    const next = SEGMENTS.map((one, i) => (i === 3 ? { ...one, text: 'Our Father in heaven.' } : one));
    await app.demo.api.put(`/items/${id}/transcript`, { segments: next });
    expect((await app.demo.api.post(`${path(id)}/apply`)).status).toBe(200);
    expect((await read(id)).texts).toEqual([
      ...['Late, but welcome.', 'Amen.', 'Let us pray.', 'Our Father in heaven.'],
    ]);
  });

  it('survive two callers who apply at the same time', async () => {
    const { id, etag, ids } = await withTranscript();
    await save(app.demo.api, id, etag, [text(ids[0], 'One')]);
    await save(contributor, id, etag, [text(ids[1], 'Two')]);
    const answers = await Promise.all(
      [app.demo.api, contributor].map((api) => api.post(`${path(id)}/apply`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(id)).texts.slice(0, 2)).toEqual(['One', 'Two']);
    const empty = await buildItem(app.demo);
    expect((await save(app.demo.api, empty.id as number, etag, [])).status).toBe(409);
  });
});
