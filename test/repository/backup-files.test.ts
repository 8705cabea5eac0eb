/** Files of backups: the same bytes are stored once, in backups of both formats, and damage is named. */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackups, type Backups } from '../../src/backup/contents/backups.js';
import { loadFiles } from '../../src/backup/contents/files.js';
import { openBackup, type OpenBackup } from '../../src/backup/format/backup-reader.js';
import type { IndexedPart } from '../../src/backup/format/backup-writer.js';
import { decryptionFor, encryptionFor } from '../../src/backup/format/encryption.js';
import { createFolderPlace } from '../../src/backup/format/folder-place.js';
import { gzippedLines, readLines } from '../../src/backup/format/lines.js';
import { writeManifest, type Manifest } from '../../src/backup/format/manifest.js';
import { rehearse } from '../../src/backup/restore/rehearse.js';
import type { BlobStore } from '../../src/platform/storage/blob-store.js';
import { createFolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import { backupSources } from '../support/backup-sources.js';
import { buildSpeaker } from '../support/factories.js';
import { multipart, picture } from '../support/images.js';
import { removeFolder } from '../support/remove-folder.js';
import { useApp } from '../support/start-app.js';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

describe('files of a backup', () => {
  const running = useApp();
  let folder: string;
  /** Opens encrypted backups, without the second that a passphrase takes. */
  let identity: string;
  let recipient: string;
  beforeAll(async () => {
    identity = await generateX25519Identity();
    recipient = await identityToRecipient(identity);
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
  const backupsIn = (to: string, isEncrypted = false): Backups => {
    const encryption = isEncrypted ? { recipient } : null;
    return createBackups(createFolderPlace(join(folder, to)), backupSources(running), {
      encryption,
      key: { passphrase: null, identity },
    });
  };
  const open = (to: string, name: string): Promise<OpenBackup> =>
    openBackup(createFolderPlace(join(folder, to)), name, { identity });

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
  const verify = async (to: string, name: string): Promise<number> => rehearse(await open(to, name));

  const pathOf = (to: string, name: string, filename: string): string =>
    join(folder, to, 'backups', name, filename);
  const manifestOf = (to: string, name: string): Manifest =>
    JSON.parse(readFileSync(pathOf(to, name, 'manifest.json'), 'utf8')) as Manifest;
  const indexOf = async (to: string, name: string): Promise<IndexedPart[]> => {
    const place = createFolderPlace(join(folder, to));
    const path = `backups/${name}/index.jsonl.gz`;
    const decryption = await decryptionFor(place, manifestOf(to, name).encryption, { identity });
    const file = await place.read(path);
    const parts: IndexedPart[] = [];
    for await (const part of readLines<IndexedPart>(decryption ? await decryption.decrypt(file) : file, path))
      parts.push(part);
    return parts;
  };
  const filePartsOf = async (...of: Parameters<typeof indexOf>): Promise<IndexedPart[]> =>
    (await indexOf(...of)).filter((part) => part.name.startsWith('files/'));
  const filePathsOf = async (...of: Parameters<typeof indexOf>): Promise<Set<string>> =>
    new Set((await filePartsOf(...of)).map(({ path }) => path));
  /** Writes the list of parts and the manifest. */
  const rewrite = async (
    to: string,
    name: string,
    index: IndexedPart[],
    manifest: Manifest,
  ): Promise<void> => {
    const place = createFolderPlace(join(folder, to));
    const encryption = await encryptionFor(place, manifest.encryption ? { recipient } : null);
    const lines = gzippedLines(index);
    const bytes = await buffer(encryption ? await encryption.encrypt(lines) : lines);
    writeFileSync(pathOf(to, name, 'index.jsonl.gz'), bytes);
    const files = manifest.files.map((file) =>
      file.path === manifest.index ? { ...file, bytes: bytes.length, sha256: sha256(bytes) } : file,
    );
    await writeManifest(place, { ...manifest, files });
  };

  /** Gives a backup the former layout: each file is stored by its name, and the list of parts has no digests. */
  const makeFormer = async (to: string, name: string): Promise<void> => {
    const manifest = manifestOf(to, name);
    const isFile = await filePathsOf(to, name);
    const files = manifest.files.filter(({ path }) => !isFile.has(path));
    const index = (await indexOf(to, name)).map((part): IndexedPart => {
      if (!isFile.has(part.path)) return { name: part.name, path: part.path };
      const hash = sha256(`${manifest.encryption ? 'encrypted' : 'plain'}\n${part.name}`);
      const path = `objects/${hash.slice(0, 2)}/${hash}.${name.slice(-6)}`;
      cpSync(join(folder, to, part.path), join(folder, to, path));
      const { bytes, sha256: digest } = manifest.files.find((file) => file.path === part.path)!;
      files.push({ path, bytes, sha256: digest });
      return { name: part.name, path };
    });
    for (const path of isFile) rmSync(join(folder, to, path));
    await rewrite(to, name, index, { ...manifest, files });
  };

  it.each([false, true])(
    'are stored once if their bytes are the same (encrypted: %s)',
    async (isEncrypted) => {
      const to = isEncrypted ? 'encrypted' : 'plain';
      const backups = backupsIn(to, isEncrypted);
      const first = await backups.create();
      const backup = await open(to, first.name);
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
      const later = await open(to, second.name);
      const paths = (files: Manifest['files']): string[] => files.map(({ path }) => path).sort();
      expect(paths(later.manifest.files.filter(({ names }) => names))).toEqual(paths(objects));
      await expectRestored(later);
      expect(await verify(to, second.name)).toBeGreaterThan(0);
      // Nobody without the key finds a known file in it.
      const names = readdirSync(join(folder, to), { recursive: true }).join('\n');
      expect(names.includes(digests[0]!)).toBe(!isEncrypted);

      // The first one goes, and what the second one uses stays.
      await backups.remove([first.name]);
      await expectRestored(await open(to, second.name));
    },
  );

  it('have their SHA-256 in the list of parts, and as their path', async () => {
    const backups = backupsIn('listed');
    const { name } = await backups.create();
    const there = await filesIn(running.app.blobs);
    for (const part of await filePartsOf('listed', name)) {
      expect(part.content).toBe(there.get(part.name.slice('files/'.length)));
      expect(part.path.split('/')[2]).toContain(part.content);
    }
  });

  it.each([false, true])(
    'of the former format are verified, restored and shared with new backups (encrypted: %s)',
    async (isEncrypted) => {
      const to = isEncrypted ? 'formerly-encrypted' : 'former';
      const backups = backupsIn(to, isEncrypted);
      const former = await backups.create();
      await makeFormer(to, former.name);
      const before = await filePathsOf(to, former.name);
      expect(before.size).toBe(former.counts['files']);
      expect(await verify(to, former.name)).toBeGreaterThan(0);
      await expectRestored(await open(to, former.name));
      const next = await backups.create();
      const used = await filePathsOf(to, next.name);
      expect(used.size).toBeLessThan(before.size);
      expect([...used].filter((path) => !before.has(path))).toEqual([]);
      await backups.remove([former.name]);
      expect(await verify(to, next.name)).toBeGreaterThan(0);
      await expectRestored(await open(to, next.name));
      const last = await backups.create();
      expect(await filePathsOf(to, last.name)).toEqual(used);
    },
  );

  it('that share damaged or missing bytes are all named', async () => {
    const backups = backupsIn('damaged');
    const { name } = await backups.create();
    const parts = await filePartsOf('damaged', name);
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
    await rewrite('damaged', name, await indexOf('damaged', name), { ...manifest, files });
    await expect(verify('damaged', name)).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining(one!) as string,
    });
  });
});
