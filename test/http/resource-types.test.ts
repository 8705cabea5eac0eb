/** Resource types: unique names, and no deletion while in use. */
import { describe, expect, it } from 'vitest';
import { buildItem, buildResource, buildResourceType } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('resource types', () => {
  const app = useApp();

  it('have unique names in the account, ignoring case', async () => {
    const handouts = await buildResourceType(app.demo, { name: ' Handouts ' });
    expect(handouts).toEqual({ id: handouts.id, name: 'Handouts', displayOrder: 1, deletedDate: null });
    const slides = await buildResourceType(app.demo, { name: 'Slides' });
    expect(slides.displayOrder).toBe(2);
    for (const answer of [
      await app.demo.api.post('/resource-types/create', { name: 'HANDOUTS' }),
      await app.demo.api.patch(`/resource-types/${slides.id}`, { name: 'handouts' }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({ type: 'ConflictError', details: [{ path: 'name' }] });
    }
    expect((await buildResourceType(app.other, { name: 'Handouts' })).displayOrder).toBe(1);
    const renamed = await app.demo.api.patch(`/resource-types/${slides.id}`, { name: 'SLIDES' });
    expect(renamed.body.resourceType.name).toBe('SLIDES');
    const { body } = await app.demo.api.get('/resource-types?_orderBy[]=name,DESC&_limit=1&_offset=1');
    expect(body).toMatchObject({ resourceTypes: [handouts], totalRecords: 2, page: 1, hasMore: false });
    expect((await app.demo.api.get('/resource-types?_q=slid')).body.resourceTypes).toHaveLength(1);
  });

  it.each([
    [{}, ['name']],
    [{ name: '  ' }, ['name']],
    [{ name: 'x'.repeat(256), displayOrder: 1 }, ['name', 'displayOrder']],
    [{ name: 7 }, ['name']],
  ])('reject %j', async (body, paths) => {
    const answer = await app.demo.api.post('/resource-types/create', body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  it('cannot be deleted while resources use them, and free their names when deleted', async () => {
    const type = await buildResourceType(app.demo, { name: 'Recordings' });
    const item = await buildItem(app.demo);
    const binned = await buildItem(app.demo);
    const resource = await buildResource(app.demo, item, { resourceTypeId: type.id });
    await buildResource(app.demo, binned, { resourceTypeId: type.id });
    const path = `/resource-types/${type.id}`;
    expect((await app.demo.api.delete(path)).body.error.type).toBe('ConflictError');
    await app.demo.api.delete(`/items/${binned.id}`);
    await app.demo.api.delete(`/items/${item.id}/resources/${resource.id}`);
    expect((await app.demo.api.delete(path)).body).toEqual({ result: 'success' });
    expect((await app.demo.api.get(path)).status).toBe(404);
    const { body } = await app.demo.api.get(`${path}?_withDeleted=true`);
    expect(body.resourceType.deletedDate).toBeTruthy();
    expect((await buildResourceType(app.demo, { name: 'Recordings' })).id).not.toBe(type.id);
    await app.demo.api.post(`/items/${binned.id}/restore`);
    const restored = await app.demo.api.get(`/items/${binned.id}/resources`);
    expect(restored.body.resources).toMatchObject([{ resourceTypeId: null, resourceType: null }]);
  });

  it('change only the version that If-Match names', async () => {
    const { id } = await buildResourceType(app.demo);
    const path = `/resource-types/${id}`;
    const version = String((await app.demo.api.get(path)).headers.etag);
    const renamed = await app.demo.api.patch(path, { name: 'First' }, { 'If-Match': version });
    expect(renamed.status).toBe(200);
    const stale = await app.demo.api.patch(path, { name: 'Second' }, { 'If-Match': version });
    expect([stale.status, stale.body.error.type]).toEqual([412, 'PreconditionFailedError']);
  });
});
