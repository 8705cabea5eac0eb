/** Resources of items: uploading, opening and removing files, links and videos. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildItem, buildResource, buildResourceType, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

describe('resources of an item', () => {
  const app = useApp({ worker: true });
  let item: Built;
  beforeAll(async () => {
    item = await buildItem(app.demo);
  });

  const create = (body: object, id = item.id) => app.demo.api.post(`/items/${id}/resources/create`, body);
  const pathOf = ({ id, itemId }: Built) => `/items/${itemId}/resources/${id}`;
  const update = (resource: Built, body: object) => app.demo.api.patch(`${pathOf(resource)}/update`, body);
  const paths = ({ status, body }: { status: number; body: any }) => {
    expect([status, body.error?.type], JSON.stringify(body)).toEqual([422, 'ValidationError']);
    return body.error.details.map(({ path }: { path: string }) => path).sort();
  };
  const file = (body: object = {}) => ({
    title: 'Study guide',
    contentType: 'file',
    fileMimeType: 'application/pdf',
    fileSizeBytes: PDF.length,
    originalFilename: 'guide.pdf',
    ...body,
  });
  const put = (url: string, body: Buffer, type = 'application/pdf') =>
    fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'Content-Type': type } });

  it('accept a file in two steps, serve it to browsers without a token, and delete it with the resource', async () => {
    const type = await buildResourceType(app.demo, { name: 'Handouts' });
    const { status, body } = await create(file({ resourceTypeId: type.id, subTitle: 'For groups' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      resource: {
        id: body.resource.id,
        itemId: item.id,
        title: 'Study guide',
        subTitle: 'For groups',
        description: null,
        resourceTypeId: type.id,
        displayOrder: 1,
        contentType: 'file',
        fileMimeType: 'application/pdf',
        fileSizeBytes: PDF.length,
        externalPlatform: null,
        externalPlatformId: null,
        thumbnailImgUrl: null,
        url: null,
        resourceType: { id: type.id, name: 'Handouts' },
        linkTarget: null,
        deletedDate: null,
      },
      uploadUrl: expect.stringMatching(/^http:\/\//),
    });

    for (const [bytes, contentType] of [
      [PDF, 'text/html'],
      [PDF.subarray(1), 'application/pdf'],
    ] as const)
      expect((await put(body.uploadUrl, bytes, contentType)).status).toBe(403);
    expect((await app.demo.api.get(pathOf(body.resource))).body.resource.url).toBeNull();

    expect((await put(body.uploadUrl, PDF)).status).toBeLessThan(300);
    const { url } = (await app.demo.api.get(pathOf(body.resource))).body.resource;
    expect(url).toMatch(/^http:\/\/.+\/guide\.pdf$/);
    const opened = await fetch(url);
    expect(opened.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(PDF);
    const { resources } = (await app.demo.api.get(`/items/${item.id}?_expand[]=resources`)).body.item;
    expect(resources).toMatchObject([{ url, resourceType: { name: 'Handouts' } }]);
    expect((await put(body.uploadUrl, PDF)).status).toBe(403);

    expect((await app.demo.api.delete(pathOf(body.resource))).body).toEqual({ result: 'success' });
    await app.idle();
    expect((await fetch(url)).status).toBe(404);
    const gone = await app.demo.api.get(`${pathOf(body.resource)}?_withDeleted=true`);
    expect(gone.body.resource).toMatchObject({ url: null, deletedDate: expect.any(String) });
  });

  it('store no file that arrives after its resource was deleted', async () => {
    const { resource, uploadUrl } = (await create(file())).body;
    await app.demo.api.delete(pathOf(resource));
    expect((await put(uploadUrl, PDF)).status).toBe(404);
    const uploads = await app.app.db
      .selectFrom('upload')
      .select(['blobKey', 'status'])
      .where('subjectId', '=', resource.id)
      .execute();
    expect(uploads).toMatchObject([{ status: 'waiting' }]);
    expect((await fetch(`${app.privateUrl}/files/${uploads[0]?.blobKey}`)).status).toBe(404);
  });

  it.each([
    ['Notes & more', undefined, 'application/pdf', /Notes-more\.pdf$/],
    ['Slides', 'Folien März.PPTX', 'application/vnd.ms-powerpoint', /Folien-M.+rz\.PPTX$/],
    ['Old text', undefined, 'text/plain', /Old-text$/],
  ])('name the file %j (%j, %s) %s', async (title, originalFilename, fileMimeType, expected) => {
    const { resource } = (await create(file({ title, originalFilename, fileMimeType }))).body;
    const [upload] = await app.app.db
      .selectFrom('upload')
      .select('blobKey')
      .where('subjectId', '=', resource.id)
      .execute();
    expect(upload?.blobKey).toMatch(expected);
  });

  it('accept links and videos, complete at once', async () => {
    for (const linkTarget of [
      'https://example.org/a?b=c#d',
      'mailto:office@example.org',
      'tel:+1-555-0100',
    ]) {
      const { status, body } = await create({ title: 'Link', contentType: 'link', linkTarget });
      expect(status).toBe(201);
      expect(body.uploadUrl).toBeNull();
      expect(body.resource).toMatchObject({ linkTarget, url: linkTarget, thumbnailImgUrl: null });
    }
    const video = { title: 'Film', contentType: 'video', externalPlatform: 'youtube' };
    const { body } = await create({ ...video, externalPlatformId: 'dQw4w9WgXcQ' });
    expect(body).toMatchObject({
      uploadUrl: null,
      resource: {
        externalPlatformId: 'dQw4w9WgXcQ',
        url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        thumbnailImgUrl: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
      },
    });
    const vimeo = await create({ ...video, externalPlatform: 'vimeo', externalPlatformId: '76979871' });
    expect(vimeo.body.resource).toMatchObject({ url: 'https://vimeo.com/76979871', thumbnailImgUrl: null });
  });

  it.each<[string, object, string[]]>([
    ['an empty body', {}, ['contentType', 'title']],
    ['a file without its fields', { contentType: 'file' }, ['fileMimeType', 'fileSizeBytes', 'title']],
    ['a link without its target', { contentType: 'link', title: '' }, ['linkTarget', 'title']],
    [
      'a video without its id',
      { contentType: 'video', title: 'x' },
      ['externalPlatform', 'externalPlatformId'],
    ],
    [
      'fields of another type',
      {
        title: 'x',
        contentType: 'link',
        linkTarget: 'https://a.org',
        fileSizeBytes: 1,
        originalFilename: 'a.pdf',
      },
      ['fileSizeBytes', 'originalFilename'],
    ],
    [
      'a link of more than 2,000 characters',
      { title: 'x', contentType: 'link', linkTarget: `https://a.org/${'x'.repeat(2_000)}` },
      ['linkTarget'],
    ],
    ['an unknown type', { title: 'x', contentType: 'folder', url: 'x' }, ['contentType', 'url']],
    [
      'a size and a type that no file has',
      { ...{ title: 'x', contentType: 'file' }, fileMimeType: 'pdf', fileSizeBytes: 0, description: 7 },
      ['description', 'fileMimeType', 'fileSizeBytes'],
    ],
    [
      'a file beyond the limit',
      { title: 'x', contentType: 'file', fileMimeType: 'text plain; charset=utf-8', fileSizeBytes: 2 ** 40 },
      ['fileMimeType', 'fileSizeBytes'],
    ],
    [
      'an id that the platform never gives',
      { title: 'x', contentType: 'video', externalPlatform: 'vimeo', externalPlatformId: 'dQw4w9WgXcQ' },
      ['externalPlatformId'],
    ],
    [
      'a platform that is not known',
      { title: 'x', contentType: 'video', externalPlatform: 'x', externalPlatformId: '1' },
      ['externalPlatform'],
    ],
  ])('reject %s', async (_, body, expected) => {
    expect(paths(await create(body))).toEqual(expected);
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'file:///etc/passwd',
    'https://',
    'http:example',
    'example.org',
    'https://example.org/a b',
    'mailto:',
    '',
  ])('reject the link target %j', async (linkTarget) => {
    expect(paths(await create({ title: 'x', contentType: 'link', linkTarget }))).toContain('linkTarget');
  });

  it('allow changes except to the content type and the file', async () => {
    const type = await buildResourceType(app.demo);
    const foreign = await buildResourceType(app.other);
    const link = await buildResource(app.demo, item, { resourceTypeId: type.id });
    const changes = {
      title: 'New',
      subTitle: 'Sub',
      description: 'Text',
      linkTarget: 'https://example.org/new',
    };
    const { body } = await update(link, { ...changes, resourceTypeId: null });
    expect(body.resource).toMatchObject({ ...changes, url: changes.linkTarget, resourceType: null });
    expect((await update(link, { resourceTypeId: type.id })).body.resource.resourceType.id).toBe(type.id);
    expect(paths(await update(link, { contentType: 'file', fileSizeBytes: 1 }))).toEqual([
      'contentType',
      'fileSizeBytes',
    ]);
    expect(
      paths(await update(link, { resourceTypeId: foreign.id, externalPlatformId: 'dQw4w9WgXcQ' })),
    ).toEqual(['externalPlatformId', 'resourceTypeId']);
    expect(
      paths(
        await create({ title: 'x', contentType: 'link', linkTarget: 'tel:1', resourceTypeId: foreign.id }),
      ),
    ).toEqual(['resourceTypeId']);

    const video = (
      await create({
        title: 'x',
        contentType: 'video',
        externalPlatform: 'youtube',
        externalPlatformId: 'a-different',
      })
    ).body.resource;
    expect((await update(video, { externalPlatformId: 'abcdefghij-' })).body.resource).toMatchObject({
      url: 'https://www.youtube.com/watch?v=abcdefghij-',
      thumbnailImgUrl: 'https://i.ytimg.com/vi/abcdefghij-/hqdefault.jpg',
    });
    expect(paths(await update(video, { externalPlatformId: '123', linkTarget: 'tel:1' }))).toEqual([
      'externalPlatformId',
      'linkTarget',
    ]);
    const guide = (await create(file())).body.resource;
    expect(paths(await update(guide, { linkTarget: 'tel:1', fileMimeType: 'text/plain' }))).toEqual([
      'fileMimeType',
    ]);
    expect(paths(await update(guide, { linkTarget: 'tel:1' }))).toEqual(['linkTarget']);
  });

  it('can be listed by item, filtered, sorted and paged', async () => {
    const own = await buildItem(app.demo);
    const type = await buildResourceType(app.demo);
    await buildResource(app.demo, own, { title: 'Alpha', resourceTypeId: type.id });
    await buildResource(app.demo, own, { ...file(), title: 'Beta' });
    await buildResource(app.demo, own, { title: 'Gamma', subTitle: 'on alpha' });
    const list = async (query: string) => {
      const { status, body } = await app.demo.api.get(`/items/${own.id}/resources?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return [body.totalRecords, body.resources.map(({ title }: Built) => title).join(' ')];
    };
    expect(await list('')).toEqual([3, 'Alpha Beta Gamma']);
    expect(await list('_orderBy[]=title,DESC&_limit=1&_offset=1')).toEqual([3, 'Beta']);
    expect(await list('contentType=link&_q=alpha')).toEqual([2, 'Alpha Gamma']);
    expect(await list(`resourceTypeId=${type.id}`)).toEqual([1, 'Alpha']);
    expect(await list('fileSizeBytes.nl=false')).toEqual([1, 'Beta']);
    expect(await list(`itemId=${item.id}`)).toEqual([0, '']);
    expect((await app.demo.api.get(`/items/${own.id}/resources?contentType=x`)).status).toBe(400);
    await app.demo.api.delete(`/items/${own.id}`);
    expect((await app.demo.api.get(`/items/${own.id}/resources`)).status).toBe(404);
    expect(await list('_withDeleted=true')).toEqual([3, 'Alpha Beta Gamma']);
  });

  it('return 404 for other items', async () => {
    const { api } = app.demo;
    const resource = await buildResource(app.demo, item);
    const path = pathOf({ id: resource.id, itemId: (await buildItem(app.demo)).id });
    expect((await api.get(path)).status).toBe(404);
    expect((await api.patch(`${path}/update`, { title: 'x' })).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
  });

  it('change only the version that If-Match names', async () => {
    const resource = await buildResource(app.demo, item);
    const version = String((await app.demo.api.get(pathOf(resource))).headers.etag);
    const path = `${pathOf(resource)}/update`;
    expect((await app.demo.api.patch(path, { title: 'a' }, { 'If-Match': version })).status).toBe(200);
    expect((await app.demo.api.patch(path, { title: 'b' }, { 'If-Match': version })).status).toBe(412);
  });
});
