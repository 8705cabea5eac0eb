/** Repeated imports: changes by files and by staff, renamed files, and deleted files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportDocument } from '../../src/import/import-document.js';
import type { ImportTarget } from '../../src/import/store-document.js';
import { buildCollection, setItem, type Built } from '../support/factories.js';
import { importDocument } from '../support/import-document.js';
import { useApp } from '../support/start-app.js';

describe('repeated imports', () => {
  const app = useApp();
  let collection: Built;
  beforeEach(async () => (collection = await buildCollection(app.demo)));

  const importAll = (...documents: ImportDocument[]) => importInto({}, ...documents);
  const get = async (path: string): Promise<Built> => (await app.demo.api.get(path)).body;
  const patch = (id: number | null | undefined, body: Built) => app.demo.api.patch(`/items/${id}`, body);
  const importInto = (options: Partial<ImportTarget>, ...documents: ImportDocument[]) =>
    app.app.imports.importDocuments(
      {
        accountId: app.demo.account.id,
        collectionId: collection.id,
        publish: false,
        today: '2026-03-01',
        ...options,
      },
      documents,
    );
  const itemOf = async (id: number | null | undefined): Promise<Built> => {
    const { item } = await get(
      `/items/${id}?_expand[]=speakers&_expand[]=series&_expand[]=topics&_expand[]=scriptures`,
    );
    return {
      ...item,
      speakers: item.speakers.map(({ name }: Built) => name),
      topics: item.topics.map(({ name }: Built) => name),
      scriptures: item.scriptures.map(({ citation }: Built) => citation),
    };
  };
  const full = {
    title: 'Bread',
    date: '2024-06-09',
    description: 'On bread.',
    speakers: ['Ann'],
    topics: ['Food'],
    series: 'Meals',
    scriptures: ['Jn 6,35', 'John 6:35'],
  };

  it('keep the item of a talk that arrives in another format', async () => {
    const [first] = await importAll(importDocument('coin.txt', full));
    const better = { ...full, contentHash: '2', sameTalk: ['coin.srt', 'coin.txt'] };
    const [second] = await importAll(importDocument('coin.vtt', better));
    expect(second).toMatchObject({ itemId: first!.itemId, result: 'updated', renamedFrom: 'coin.txt' });
    const [third] = await importAll(importDocument('coin.vtt', better));
    expect(third).toMatchObject({ itemId: first!.itemId, result: 'unchanged' });
  });

  it('apply changes in the file, and keep edits by staff', async () => {
    const [outcome] = await importAll(importDocument('three.txt', full));
    const id = outcome?.itemId;
    expect(await itemOf(id)).toMatchObject({ scriptures: ['John 6:35'], topics: ['Food'] });
    await patch(id, { title: 'Our bread', description: 'By staff.', speakers: [] });
    await app.demo.api.post(`/items/${id}/scriptures/create`, { book: 'PSA', chapter: 23 });
    // A changed text, title and date in the file, and nothing else.
    const next = { ...full, title: 'Daily bread', date: '2024-06-10', contentHash: '2' };
    const [second] = await importAll(importDocument('three.txt', { ...next, topics: ['Bakers'] }));
    expect(second).toMatchObject({ result: 'updated', kept: ['title'] });
    const expected = {
      title: 'Our bread',
      description: 'By staff.',
      date: '2024-06-10',
      speakers: [],
      topics: ['Bakers'],
      series: { title: 'Meals' },
      scriptures: ['John 6:35', 'Psalms 23'],
    };
    expect(await itemOf(id)).toMatchObject(expected);
    // Preserved edits are reported once, and stay.
    const [third] = await importAll(importDocument('three.txt', { ...next, topics: ['Bakers'] }));
    expect(third).toEqual({ path: 'three.txt', itemId: id, result: 'unchanged' });
    await importAll(importDocument('three.txt', { ...next, topics: ['Bakers'], contentHash: '3' }));
    expect(await itemOf(id)).toMatchObject(expected);
    const [forced] = await importInto(
      { overwrite: true },
      importDocument('three.txt', { ...next, topics: [] }),
    );
    expect(forced).toMatchObject({ result: 'updated' });
    expect(await itemOf(id)).toMatchObject({
      ...full,
      title: 'Daily bread',
      date: '2024-06-10',
      topics: [],
      series: { title: 'Meals' },
      scriptures: ['John 6:35'],
    });
  });

  it('keep a transcript that staff corrected', async () => {
    const [outcome] = await importAll(importDocument('text.txt'));
    const id = outcome?.itemId;
    const transcript = async () => (await app.demo.api.get(`/items/${id}/transcript.txt`)).body;
    const corrected = { segments: [{ text: 'Corrected.', startMs: null, endMs: null }] };
    await app.demo.api.put(`/items/${id}/transcript`, corrected);
    const segments = [{ text: 'From the file.', startMs: null, endMs: null }];
    const [second] = await importAll(importDocument('text.txt', { contentHash: '2', segments }));
    expect(second).toMatchObject({ kept: ['transcript'], result: 'unchanged' });
    expect(await transcript()).toBe('Corrected.\n');
    await importInto({ overwrite: true }, importDocument('text.txt', { contentHash: '2', segments }));
    expect(await transcript()).toBe('From the file.\n');
  });

  it('remove values that the file no longer has, but not those that the caller set', async () => {
    const own = importDocument('own.txt', { speakers: ['Ann'], description: 'Short.' });
    const [outcome] = await importAll(
      own,
      importDocument('set.txt', { speakers: ['Ann'], fromDefaults: ['speakers'] }),
    );
    const outcomes = await importAll(
      importDocument('own.txt', { contentHash: '2' }),
      importDocument('set.txt', { contentHash: '2' }),
    );
    expect(outcomes.map(({ result }) => result)).toEqual(['updated', 'unchanged']);
    expect(await itemOf(outcome?.itemId)).toMatchObject({ speakers: [], description: null });
    expect(await itemOf(outcomes[1]?.itemId)).toMatchObject({ speakers: ['Ann'] });
  });

  it('apply options that are added later', async () => {
    const [outcome] = await importAll(importDocument('later.txt'));
    const [second] = await importAll(
      importDocument('later.txt', { speakers: ['Ann'], fromDefaults: ['speakers'] }),
    );
    expect(second?.result).toBe('updated');
    expect(await itemOf(outcome?.itemId)).toMatchObject({ speakers: ['Ann'] });
  });

  it('keep every difference if an earlier version imported the file', async () => {
    const [outcome] = await importAll(importDocument('old.txt', full), importDocument('same.txt', full));
    await app.app.db.updateTable('importedFile').set({ written: null, folder: null }).execute();
    const [changed, same] = await importAll(
      importDocument('old.txt', { ...full, title: 'New', orderInSeries: 3, contentHash: '2' }),
      importDocument('same.txt', full),
    );
    expect(changed).toMatchObject({ result: 'updated', kept: ['title'] });
    expect(await itemOf(outcome?.itemId)).toMatchObject({ title: 'Bread', orderInSeries: 3 });
    expect(same?.result).toBe('unchanged');
    const [next] = await importAll(importDocument('same.txt', { ...full, title: 'New', contentHash: '2' }));
    expect(next).toEqual({ path: 'same.txt', itemId: same?.itemId, result: 'updated' });
  });

  it('recognise a renamed file by its content', async () => {
    const [first] = await importInto(
      { present: new Set(['a.txt']) },
      importDocument('a.txt', { contentHash: 'a' }),
    );
    const copy = { contentHash: 'a', title: 'Copy' };
    const [second] = await importInto(
      { present: new Set(['a.txt', 'b.txt']) },
      importDocument('b.txt', copy),
    );
    expect(second).toMatchObject({ result: 'created' });
    const renamed = await importInto(
      { present: new Set(['b.txt', 'c.txt']) },
      importDocument('c.txt', { contentHash: 'a', title: 'New name' }),
    );
    expect(renamed).toEqual([
      { path: 'c.txt', itemId: first?.itemId, result: 'updated', renamedFrom: 'a.txt' },
    ]);
    expect(await itemOf(first?.itemId)).toMatchObject({ title: 'New name' });
  });

  it('do not take over items of another folder', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'lectern-folders-'));
    const yearOf = (year: string, contentHash = year, paths = ['one.txt']) => {
      const folder = join(parent, year);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'one.txt'), 'x');
      const documents = paths.map((path) => importDocument(path, { contentHash, title: contentHash }));
      return importInto({ folder, present: new Set(paths) }, ...documents);
    };
    const [first] = await yearOf('2023');
    const [second] = await yearOf('2024');
    expect([first, second]).toMatchObject([{ result: 'created' }, { result: 'created' }]);
    expect(second?.itemId).not.toBe(first?.itemId);
    // Each folder continues with its own items, and equal content is one item in any folder.
    expect(await yearOf('2023')).toEqual([{ path: 'one.txt', itemId: first?.itemId, result: 'unchanged' }]);
    expect(await yearOf('2024', 'changed')).toEqual([
      { path: 'one.txt', itemId: second?.itemId, result: 'updated' },
    ]);
    expect(await itemOf(first?.itemId)).toMatchObject({ title: '2023' });
    expect(await yearOf('2025', '2023')).toMatchObject([
      { itemId: first?.itemId, result: 'unchanged', alreadyFrom: { folder: join(parent, '2023') } },
    ]);
    // Files are compared with the previous import of the same folder.
    const { imports } = app.app;
    const target = {
      accountId: app.demo.account.id,
      collectionId: collection.id,
      present: new Set(['one.txt']),
    };
    const stateIn = async (year: string, contentHash: string) =>
      (
        await imports.statesOf({ ...target, folder: join(parent, year) }, [
          importDocument('one.txt', { contentHash }),
        ])
      ).get('one.txt')?.state;
    expect(await stateIn('2024', 'changed')).toBe('unchanged');
    expect(await stateIn('2026', 'new')).toBe('new');
    rmSync(parent, { recursive: true });
  });

  it('continue with a folder that moved, choosing the most similar of several', async () => {
    const moved = (folder: string, contentHash: string) =>
      importInto(
        { folder, present: new Set(['one.txt']) },
        importDocument('one.txt', { contentHash, title: contentHash }),
      );
    const parent = mkdtempSync(join(tmpdir(), 'lectern-moved-'));
    const items = [];
    for (const year of ['2023', '2024']) {
      mkdirSync(join(parent, year));
      writeFileSync(join(parent, year, 'one.txt'), 'x');
      items.push((await moved(join(parent, year), `moved ${year}`))[0]?.itemId);
    }
    rmSync(parent, { recursive: true });
    expect(await moved('/archive/2024', 'changed')).toEqual([
      { path: 'one.txt', itemId: items[1], result: 'updated' },
    ]);
    expect(await moved('/archive/old', 'moved 2023')).toEqual([
      { path: 'one.txt', itemId: items[0], result: 'unchanged' },
    ]);
  });

  it('unpublish items of deleted files, and republish them when the files return', async () => {
    const folder = '/sermons';
    const here = { folder, publish: true, present: new Set(['gone.txt']) };
    const [first] = await importInto(here, importDocument('gone.txt', { contentHash: 'gone' }));
    const id = first?.itemId ?? 0;
    await setItem(app, { id }, { status: 'published' });
    const { imports } = app.app;
    const target = { accountId: app.demo.account.id, collectionId: collection.id };
    const goneFrom = (from: string) => imports.goneItems({ ...target, folder: from, present: new Set() });
    expect(await imports.goneItems({ ...target, ...here })).toEqual([]);
    expect(await goneFrom('/other')).toEqual([]);
    const gone = await goneFrom(folder);
    expect(gone).toMatchObject([{ path: 'gone.txt', itemId: id, title: 'Bread' }]);
    await imports.unpublishGone(target, gone);
    expect(await itemOf(id)).toMatchObject({ status: 'unpublishing', autoPublish: false });
    await setItem(app, { id }, { status: 'unpublished' });
    expect(await goneFrom(folder)).toEqual([]);
    await importInto(here, importDocument('gone.txt', { contentHash: 'gone' }));
    expect(await itemOf(id)).toMatchObject({ status: 'publishing', autoPublish: true });
  });

  it('keep items unpublished that staff unpublished, unless told to overwrite', async () => {
    const [first] = await importInto({ publish: true }, importDocument('withdrawn.txt'));
    const id = first?.itemId ?? 0;
    await setItem(app, { id }, { status: 'unpublished' });
    const changed = (contentHash: string) =>
      importDocument('withdrawn.txt', {
        contentHash,
        segments: [{ text: contentHash, startMs: null, endMs: null }],
      });
    expect(await importInto({ publish: true }, importDocument('withdrawn.txt'))).toMatchObject([
      { result: 'unchanged' },
    ]);
    expect(await itemOf(id)).toMatchObject({ status: 'unpublished', autoPublish: true });
    expect(await importInto({ publish: true }, changed('Manna.'))).toMatchObject([{ result: 'updated' }]);
    expect(await itemOf(id)).toMatchObject({ status: 'queued', autoPublish: false });
    await setItem(app, { id }, { status: 'ready', publishedDate: '2026-02-01T10:00:00.000Z' });
    await importInto({ publish: true }, changed('Manna.'));
    expect(await itemOf(id)).toMatchObject({ status: 'ready', autoPublish: false });
    await importInto({ publish: true, overwrite: true }, changed('Manna.'));
    expect(await itemOf(id)).toMatchObject({ status: 'publishing', autoPublish: true });
  });
});
