/**
 * `npm run check:docker`: runs the Dockerfile's steps without Docker, in a root file system made of Debian's
 * packages. Then starts the image, waits until it is healthy, searches, stops it, and measures its compressed
 * size.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { note, print } from '../../src/cli/output.js';
import { messageOf } from '../../src/platform/lib/errors.js';
import { buildImage, type Image } from './build-image.js';
import { startContainer, type Container } from './chroot.js';

const PROJECT = resolve(import.meta.dirname, '../../..');
const SAMPLES = 'scripts/seed/content/sermons';
const QUESTION = 'How do I forgive my brother when he never apologised?';
const EXPECTED = 'The Brother Across Town';
const LIMIT_MB = 500;
const HEALTHY_WITHIN_MS = 60_000;

/** @returns the exit code */
export const main = async (): Promise<number> => {
  if (process.getuid?.() !== 0) {
    note(
      'check:docker changes the root folder of its steps, so it needs to run as root; it also needs mmdebstrap and iproute2.',
    );
    return 2;
  }
  const work = mkdtempSync(join(tmpdir(), 'lectern-image-'));
  try {
    const image = buildImage(PROJECT, work);
    const size = compressedSize(image.root);
    const base = compressedSize(join(work, 'base'));
    print(`compressed  ${megabytes(size)} MB, of which ${megabytes(base)} MB are the base image`);
    if (size > LIMIT_MB * 1e6) throw new Error(`The image is larger than ${LIMIT_MB} MB`);
    await tryOut(image);
    print('All is well.');
    return 0;
  } catch (error) {
    note(`✗ ${messageOf(error)}`);
    return 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** In bytes, as a registry would store it in one layer. */
const compressedSize = (root: string): number =>
  Number(
    execFileSync('sh', ['-c', 'tar -C "$0" --one-file-system -cf - . | gzip -6 | wc -c', root], {
      encoding: 'utf8',
    }),
  );

const tryOut = async (image: Image): Promise<void> => {
  // As in a new container, the volume is empty and has the owner that the image sets.
  const started = Date.now();
  const container = startContainer(image.root, image.command, image);
  try {
    await untilHealthy(container, image.healthCheck);
    print(
      `healthy     after ${((Date.now() - started) / 1000).toFixed(1)} s, as user ${expectOk(container, ['id', '-un'])}`,
    );
    print(`ready       ${fetchText(container, 'http://127.0.0.1:8080/readyz')}`);
    execFileSync('cp', ['-r', join(PROJECT, SAMPLES), join(image.root, 'tmp/samples')]);
    expectOk(container, ['lectern', 'account', 'create', 'demo']);
    expectOk(container, [
      'lectern',
      'import',
      '/tmp/samples',
      '--account',
      'demo',
      '--collection',
      'Talks',
      '--publish',
    ]);
    const found = fetchText(container, `http://127.0.0.1:8081/api/search?q=${encodeURIComponent(QUESTION)}`);
    const { results } = JSON.parse(found) as { results: { item: { title: string } }[] };
    if (results[0]?.item.title !== EXPECTED)
      throw new Error(`The search finds ${results[0]?.item.title ?? 'nothing'} instead of ${EXPECTED}`);
    print(`search      finds “${EXPECTED}”`);
    print(`doctor      ${expectOk(container, ['lectern', 'doctor']).split('\n').at(-1) ?? ''}`);
    container.signal('SIGTERM');
    const code = await container.ended;
    if (code !== 0) throw new Error(`The container ended with ${code ?? 'a signal'} after SIGTERM`);
    print('stopped     in order on SIGTERM');
  } finally {
    container.kill();
  }
};

const untilHealthy = async (container: Container, check: string[]): Promise<void> => {
  const limit = Date.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    const result = await Promise.race([container.ended.then(() => 'ended' as const), sleep(500)]);
    if (result === 'ended') throw new Error('The container ended before it was healthy');
    const { code, output } = container.exec(check);
    if (code === 0) return;
    if (Date.now() > limit) throw new Error(`Not healthy within ${HEALTHY_WITHIN_MS / 1000} s: ${output}`);
  }
};

const expectOk = (container: Container, command: string[]): string => {
  const { code, output } = container.exec(command);
  if (code !== 0) throw new Error(`${command.join(' ')}: exit status ${code ?? 'unknown'}\n${output}`);
  return output;
};

const fetchText = (container: Container, url: string): string =>
  expectOk(container, [
    'node',
    '-e',
    `fetch(${JSON.stringify(url)}).then(async (r) => console.log(await r.text()))`,
  ]);
