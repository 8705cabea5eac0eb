/** Images of speakers: one file per form, recognised by content. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/client.js';
import { buildItem, buildSpeaker, type Built } from '../support/factories.js';
import { multipart, picture } from '../support/images.js';
import { useApp, type Tenant } from '../support/start-app.js';

const MAX_BYTES = 10 * 1024 * 1024;

describe('speaker images', () => {
  const app = useApp({ worker: true });
  let speaker: Built;
  beforeAll(async () => {
    speaker = await buildSpeaker(app.demo, { imageFilename: 'chosen.png' });
  });

  const send = async (
    parts: Parameters<typeof multipart>,
    { tenant = app.demo, id = speaker.id }: { tenant?: Tenant; id?: number } = {},
  ): Promise<Answer> => {
    const { type, body } = await multipart(...parts);
    return tenant.api.post(`/speakers/${id}/image/upload`, body, { 'Content-Type': type });
  };
  const reread = async (): Promise<Built> => (await app.demo.api.get(`/speakers/${speaker.id}`)).body.speaker;
  const stored = (): Promise<number> =>
    app.app.db
      .selectFrom('upload')
      .selectAll()
      .where('purpose', '=', 'speakerImage')
      .execute()
      .then(({ length }) => length);

  it('are stored under their name, with the extension of their real type, and replace the previous one', async () => {
    const bytes = await picture('jpeg', 300, 400);
    const { status, body } = await send([['image', bytes, 'Miriam Adler.html', 'text/html']]);
    expect(status).toBe(200);
    expect(body).toEqual({ speakerId: speaker.id, filename: 'Miriam-Adler.jpg', url: body.url });
    expect(body.url).toMatch(/^http.*\/v2\/files\/.*\/Miriam-Adler\.jpg$/);
    expect(await reread()).toMatchObject({ imageUrl: body.url, imageFilename: 'Miriam-Adler.jpg' });
    const file = await fetch(body.url);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetch(`${body.url}?width=160`)).headers.get('content-type')).toBe('image/jpeg');

    const second = await send([['image', await picture('webp', 20, 20), 'b', 'application/octet-stream']]);
    expect(second.body.filename).toBe('b.webp');
    await app.idle();
    expect((await fetch(body.url)).status).toBe(404);
    expect((await fetch(second.body.url)).status).toBe(200);
  });

  it('accept a part without a content type, with any boundary', async () => {
    const lines = (...texts: string[]): Buffer => Buffer.from(texts.join('\r\n'));
    const body = Buffer.concat([
      lines('--b', 'Content-Disposition: form-data; name="image"; filename="a.png"', '', ''),
      await picture('png', 8, 8),
      lines('', '--b--', ''),
    ]);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const path = `/speakers/${speaker.id}/image/upload`;
    expect((await app.demo.api.post(path, body, headers)).body.filename).toBe('a.png');
    // Truncated before its last boundary.
    expect((await app.demo.api.post(path, body.subarray(0, -9), headers)).status).toBe(400);
  });

  it('reject incomplete images, whatever their name, and store nothing', async () => {
    const before = [await reread(), await stored()];
    const png = await picture('png', 600, 600);
    const lies: [string, Buffer | string][] = [
      ['text.png', 'In the beginning'],
      ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['page.png', '<!doctype html><script>alert(1)</script>'],
      ['cut.png', png.subarray(0, -50)],
      ['empty.png', ''],
    ];
    for (const [filename, bytes] of lies) {
      const { status, body } = await send([['image', bytes, filename]]);
      expect([filename, status, body.error?.details?.[0].path]).toEqual([filename, 422, 'image']);
    }
    expect([await reread(), await stored()]).toEqual(before);
  });

  it('accept one part named image and no other', async () => {
    const png = await picture('png', 8, 8);
    const paths = async (...parts: Parameters<typeof multipart>): Promise<unknown> => {
      const { status, body } = await send(parts);
      return [status, body.error?.details.map(({ path }: Built) => path)];
    };
    expect(await paths(['image', png, 'a.png'], ['image', png, 'b.png'])).toEqual([422, ['image']]);
    expect(await paths(['photo', png, 'a.png'])).toEqual([422, ['image', 'photo']]);
    expect(await paths(['image', png, 'a.png'], ['name', 'Miriam'])).toEqual([422, ['name']]);
    expect(await paths()).toEqual([422, ['image']]);
  });

  it('return 413 for a file that is too large, 415 for other bodies, and 404 to other accounts', async () => {
    const large = Buffer.alloc(MAX_BYTES + 1);
    (await picture('png', 8, 8)).copy(large);
    expect((await send([['image', large, 'a.png']])).status).toBe(413);
    expect((await send([['image', Buffer.alloc(MAX_BYTES + 100_000), 'a.png']])).status).toBe(413);
    const path = `/speakers/${speaker.id}/image/upload`;
    expect((await app.demo.api.post(path, { image: 'a.png' })).status).toBe(415);
    expect((await app.demo.api.post(path, 'x', { 'Content-Type': 'image/png' })).status).toBe(415);
    const png: Parameters<typeof multipart> = [['image', await picture('png', 8, 8), 'a.png']];
    expect((await send(png, { tenant: app.other })).status).toBe(404);
    expect((await send(png, { id: 999_999 })).status).toBe(404);
  });

  describe('by name', () => {
    const upload = async (
      id: number,
      name: string,
      tenant = app.demo,
    ): Promise<{ filename: string; url: string }> =>
      (await send([['image', await picture('png', 8, 8), name]], { id, tenant })).body;
    const give = async (id: number, imageFilename: string | null): Promise<Built> => {
      const { status, body } = await app.demo.api.patch(`/speakers/${id}`, { imageFilename });
      expect([status, body.error]).toEqual([200, undefined]);
      return body.speaker;
    };
    const isThere = async (url: string): Promise<boolean> => {
      await app.idle();
      return (await fetch(url)).status === 200;
    };

    it('can be shared by several speakers, and are deleted with the last of them', async () => {
      const first = await buildSpeaker(app.demo);
      const { filename, url } = await upload(first.id, 'shared.jpg');
      expect(filename).toBe('shared.png');
      const image = { imageFilename: filename, imageUrl: url };
      const made = await buildSpeaker(app.demo, { imageFilename: filename });
      expect(made).toMatchObject(image);
      const changed = await buildSpeaker(app.demo);
      expect(await give(changed.id, filename)).toMatchObject(image);
      expect(await give(changed.id, filename)).toMatchObject(image);
      expect((await app.demo.api.get(`/speakers/${changed.id}`)).body.speaker).toMatchObject(image);

      const none = { imageFilename: null, imageUrl: null };
      expect(await give(first.id, null)).toMatchObject(none);
      expect(await give(changed.id, 'unknown.png')).toMatchObject({
        imageFilename: 'unknown.png',
        imageUrl: null,
      });
      expect(await isThere(url)).toBe(true);
      await upload(made.id, 'another.png');
      expect(await isThere(url)).toBe(false);
      expect(await give(first.id, filename)).toMatchObject({ imageFilename: filename, imageUrl: null });
    });

    it('are removed with null, and kept by other changes', async () => {
      const { id } = await buildSpeaker(app.demo);
      const { url } = await upload(id, 'only.png');
      const { body } = await app.demo.api.patch(`/speakers/${id}`, { bio: 'Beekeeper' });
      expect(body.speaker.imageUrl).toBe(url);
      await give(id, null);
      expect(await isThere(url)).toBe(false);
    });

    it('never refer to the image of another speaker or account', async () => {
      const [a, b] = [await buildSpeaker(app.demo), await buildSpeaker(app.demo)];
      const [one, two] = [await upload(a.id, 'same.png'), await upload(b.id, 'same.png')];
      expect([one.filename, two.filename]).toEqual(['same.png', 'same-2.png']);
      const again = await upload(b.id, 'same-2.jpg');
      expect(again.filename).toBe('same-2.png');
      expect((await give(b.id, 'same.png')).imageUrl).toBe(one.url);
      const foreign = await buildSpeaker(app.other);
      const { filename } = await upload(foreign.id, 'foreign.png', app.other);
      expect(await give(b.id, filename)).toMatchObject({ imageFilename: filename, imageUrl: null });
    });

    it('do not refer to files of another kind', async () => {
      const item = await buildItem(app.demo);
      const file = { title: 'Slide', contentType: 'file', fileMimeType: 'image/png', fileSizeBytes: 4 };
      const { body } = await app.demo.api.post(`/items/${item.id}/resources/create`, {
        ...file,
        originalFilename: 'slide.png',
      });
      await fetch(body.uploadUrl as string, {
        method: 'PUT',
        body: 'abcd',
        headers: { 'Content-Type': 'image/png' },
      });
      const named = await buildSpeaker(app.demo, { imageFilename: 'slide.png' });
      expect(named).toMatchObject({ imageFilename: 'slide.png', imageUrl: null });
    });
  });
});
