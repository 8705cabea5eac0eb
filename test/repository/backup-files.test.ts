/** Files of backups: the same bytes are stored once, in backups of both formats, and damage is named. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackups, type Backups } from '../../src/backup/contents/backups.js';
import type { BackupSources } from '../../src/backup/contents/create-backup.js';
import { loadFiles } from '../../src/backup/contents/files.js';
import { openBackup, type OpenBackup } from '../../src/backup/format/backup-reader.js';
import type { IndexedPart } from '../../src/backup/format/backup-writer.js';
import { createFolderPlace } from '../../src/backup/format/folder-place.js';
import type { Manifest } from '../../src/backup/format/manifest.js';
import { rehearse } from '../../src/backup/restore/rehearse.js';
import { systemClock } from '../../src/platform/lib/clock.js';
import type { BlobStore } from '../../src/platform/storage/blob-store.js';
import { createFolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import { buildSpeaker } from '../support/factories.js';
import { multipart, picture } from '../support/images.js';
import { removeFolder } from '../support/remove-folder.js';
import { useApp } from '../support/start-app.js';

const PASSPHRASE = 'correct horse battery';
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

describe('files of a backup', () => {
  const running = useApp();
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-backup-files-'));
    for (const width of [40, 40, 50]) await upload(width);
  });
  afterAll(() => removeFolder(folder));

  const upload = async (width: number): Promise<number> => {
    const { id } = await buildSpeaker(running.demo);
    const { type, body } = await multipart(['image', await picture('png', width, 30), 'ruth.png']);
    const headers = { 'Content-Type': type };
    const { status } = await running.demo.api.post(`/speakers/${id}/image/upload`, body, headers);
    expect(status).toBeLessThan(300);
    return id;
  };

  /** The backups in a folder of this name. */
  const backupsIn = (to: string, passphrase: string | null = null): Backups => {
    const sources: BackupSources = {
      databaseUrl: running.app.config.databaseUrl,
      blobs: running.app.blobs,
      clock: systemClock,
      addEvents: () => Promise.resolve(null),
      addVectors: () => Promise.resolve(null),
      settings: {},
    };
    const encryption = passphrase === null ? null : { passphrase };
    return createBackups(createFolderPlace(join(folder, to)), sources, {
      encryption,
      key: { passphrase, identity: null },
    });
  };
  const open = (to: string, name: string, passphrase: string | null = null): Promise<OpenBackup> =>
    openBackup(createFolderPlace(join(folder, to)), name, { passphrase });

  /** The bytes of each stored file, by key. */
  const filesIn = async (blobs: BlobStore): Promise<Map<string, string>> => {
    const files = new Map<string, string>();
    for await (const key of blobs.keys()) files.set(key, sha256(await buffer(await blobs.read(key))));
    return files;
  };
  const expectRestored = async (backup: OpenBackup): Promise<void> => {
    const blobs = createFolderBlobStore(mkdtempSync(join(folder, 'restored-')));
    await loadFiles(backup, blobs);
    const there = await filesIn(running.app.blobs);
    expect(there.size).toBeGreaterThan(2);
    expect(await filesIn(blobs)).toEqual(there);
  };
  const verify = async (to: string, name: string, passphrase: string | null = null): Promise<number> =>
    rehearse(await open(to, name, passphrase));

  const pathOf = (to: string, name: string, filename: string): string =>
    join(folder, to, 'backups', name, filename);
  const manifestOf = (to: string, name: string): Manifest =>
    JSON.parse(readFileSync(pathOf(to, name, 'manifest.json'), 'utf8')) as Manifest;
  const indexOf = (to: string, name: string): IndexedPart[] =>
    gunzipSync(readFileSync(pathOf(to, name, 'index.jsonl.gz')))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as IndexedPart);
  const filePartsOf = (to: string, name: string): IndexedPart[] =>
    indexOf(to, name).filter((part) => part.name.startsWith('files/'));
  /** Writes the list of parts and the manifest. */
  const rewrite = (to: string, name: string, index: IndexedPart[], manifest: Manifest): void => {
    const lines = gzipSync(index.map((part) => `${JSON.stringify(part)}\n`).join(''));
    writeFileSync(pathOf(to, name, 'index.jsonl.gz'), lines);
    const files = manifest.files.map((file) =>
      file.path === manifest.index ? { ...file, bytes: lines.length, sha256: sha256(lines) } : file,
    );
    const text = `${JSON.stringify({ ...manifest, files }, null, 1)}\n`;
    writeFileSync(pathOf(to, name, 'manifest.json'), text);
    writeFileSync(pathOf(to, name, 'manifest.sha256'), `${sha256(text)}  manifest.json\n`);
  };

  /** Gives a backup the former layout: each file is stored by its name, and the list of parts has no digests. */
  const makeFormer = (to: string, name: string): void => {
    const manifest = manifestOf(to, name);
    const isFile = new Set(filePartsOf(to, name).map(({ path }) => path));
    const files = manifest.files.filter(({ path }) => !isFile.has(path));
    const index = indexOf(to, name).map((part): IndexedPart => {
      if (!isFile.has(part.path)) return { name: part.name, path: part.path };
      const hash = sha256(`plain\n${part.name}`);
      const path = `objects/${hash.slice(0, 2)}/${hash}.${name.slice(-6)}`;
      cpSync(join(folder, to, part.path), join(folder, to, path));
      const { bytes, sha256: digest } = manifest.files.find((file) => file.path === part.path)!;
      files.push({ path, bytes, sha256: digest });
      return { name: part.name, path };
    });
    for (const path of isFile) rmSync(join(folder, to, path));
    rewrite(to, name, index, { ...manifest, files });
  };

  it.each([null, PASSPHRASE])('are stored once if their bytes are the same (passphrase: %s)', async (key) => {
    const to = key ? 'encrypted' : 'plain';
    const backups = backupsIn(to, key);
    const first = await backups.create();
    const backup = await open(to, first.name, key);
    const digests = [...(await filesIn(running.app.blobs)).values()];
    const objects = backup.manifest.files.filter(({ names }) => names);
    expect(objects).toHaveLength(new Set(digests).size);
    expect(objects.flatMap(({ names }) => names)).toHaveLength(digests.length);
    expect(objects.length).toBeLessThan(digests.length);
    expect(first.counts['files']).toBe(digests.length);
    await expectRestored(backup);

    // A later backup stores no file again, not even one that was uploaded again since.
    await upload(50);
    const second = await backups.create();
    expect(second.counts['files']).toBeGreaterThan(digests.length);
    const later = await open(to, second.name, key);
    const paths = (files: Manifest['files']): string[] => files.map(({ path }) => path).sort();
    expect(paths(later.manifest.files.filter(({ names }) => names))).toEqual(paths(objects));
    await expectRestored(later);
    expect(await verify(to, second.name, key)).toBeGreaterThan(0);
    // Nobody without the key finds a known file in it.
    const names = readdirSync(join(folder, to), { recursive: true }).join('\n');
    expect(names.includes(digests[0]!)).toBe(key === null);

    // The first one goes, and what the second one uses stays.
    await backups.remove([first.name]);
    await expectRestored(await open(to, second.name, key));
  });

  it('have their SHA-256 in the list of parts, and as their path', async () => {
    const backups = backupsIn('listed');
    const { name } = await backups.create();
    const there = await filesIn(running.app.blobs);
    for (const part of filePartsOf('listed', name)) {
      expect(part.content).toBe(there.get(part.name.slice('files/'.length)));
      expect(part.path.split('/')[2]).toContain(part.content);
    }
  });

  it('of the former format are verified, restored and shared with new backups', async () => {
    const backups = backupsIn('former');
    const former = await backups.create();
    makeFormer('former', former.name);
    expect(new Set(filePartsOf('former', former.name).map(({ path }) => path)).size).toBe(
      former.counts['files'],
    );
    expect(await verify('former', former.name)).toBeGreaterThan(0);
    await expectRestored(await open('former', former.name));
    const next = await backups.create();
    const used = new Set(filePartsOf('former', next.name).map(({ path }) => path));
    const before = new Set(filePartsOf('former', former.name).map(({ path }) => path));
    expect(used.size).toBeLessThan(before.size);
    expect([...used].filter((path) => !before.has(path))).toEqual([]);
    await backups.remove([former.name]);
    await expectRestored(await open('former', next.name));
    const last = await backups.create();
    expect(new Set(filePartsOf('former', last.name).map(({ path }) => path))).toEqual(used);
  });

  it('that share damaged or missing bytes are all named', async () => {
    const backups = backupsIn('damaged');
    const { name } = await backups.create();
    const parts = filePartsOf('damaged', name);
    const shared = parts.filter(({ path }, _, all) => all.filter((other) => other.path === path).length > 1);
    const { path } = shared[0]!;
    const [one, ...others] = shared.filter((part) => part.path === path).map((part) => part.name);
    expect(others.length).toBeGreaterThan(0);
    const file = join(folder, 'damaged', path);
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[changed.length >> 1]! ^= 4;
    const message = `It has ${[one, ...others].join(', ')}`;
    writeFileSync(file, changed);
    const damaged = { exitCode: 4, message: expect.stringContaining(message) as string };
    await expect(backups.verify(name)).rejects.toMatchObject(damaged);
    renameSync(file, `${file}.away`);
    await expect(verify('damaged', name)).rejects.toMatchObject(damaged);

    // A manifest that was made for the other bytes does not hide them.
    writeFileSync(file, changed);
    const manifest = manifestOf('damaged', name);
    const files = manifest.files.map((entry) =>
      entry.path === path ? { ...entry, sha256: sha256(changed) } : entry,
    );
    rewrite('damaged', name, indexOf('damaged', name), { ...manifest, files });
    await expect(verify('damaged', name)).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining(one!) as string,
    });
  });
});
