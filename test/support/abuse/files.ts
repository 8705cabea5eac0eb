/**
 * Hostile transcripts in every format, multipart forms with many parts, and images and uploads that are not what
 * they claim.
 */
import { setTimeout } from 'node:timers/promises';
import { bomb, picture } from '../images.js';
import type { Random } from '../../../scripts/random.js';
import type { AbuseClass, Target } from './abuse-class.js';
import { FRAMES, hostileTexts, RUNS, type HostileFormat, type HostileText } from './hostile-texts.js';
import {
  allOperations,
  caseOf,
  mediaOf,
  operationAt,
  requestOf,
  type HostedOperation,
} from './operation-request.js';
import { send } from './send.js';

const FORMATS: Record<string, HostileFormat> = {
  'text/vtt': 'vtt',
  'application/x-subrip': 'srt',
  'text/plain': 'txt',
  'application/json': 'json',
};
const BYTES = 12_000;
const LARGE_BYTES = [60_000, 500_000, 2_000_000];
const made = new Map<HostileFormat, HostileText[]>();
const textsOf = (format: HostileFormat): HostileText[] => {
  const texts = made.get(format) ?? hostileTexts(format, BYTES);
  made.set(format, texts);
  return texts;
};

/** One of the texts of moderate size, or a long run. */
const anyText = (format: HostileFormat, random: Random): HostileText => {
  if (format === 'json' || random.chance(0.7)) return random.pick(textsOf(format));
  const [place, head, tail] = random.pick(FRAMES[format]);
  const run = random.pick(RUNS);
  const bytes = Buffer.from(head + run.repeat(random.pick(LARGE_BYTES) / Buffer.byteLength(run)) + tail);
  return { name: `${format} ${place} ${JSON.stringify(run)}`, bytes };
};

const named = (target: Target, name: string): HostedOperation =>
  allOperations(target).find((operation) => operation.host === 'private' && operation.name === name)!;

/** Transcripts are uploaded and read back in every format; a quarter of the cases also indexes them. */
export const transcripts: AbuseClass = {
  name: 'transcripts',
  count: 300,
  atOnce: 3,
  newCase: (target, random, index) => {
    const types = Object.entries(FORMATS);
    const [contentType, format] = types[index % types.length]!;
    const { name, bytes } = anyText(format, random);
    const path = `/items/${random.pick(target.hosts.private.known.get('itemId') ?? [])}`;
    const put = requestOf(target, named(target, 'PUT /items/{itemId}/transcript'), random, {
      path: `${path}/transcript`,
      body: bytes,
      contentType,
    });
    const get = (suffix: string) => ({ ...put, method: 'GET', path: path + suffix, body: undefined });
    return {
      name: `PUT ${path}/transcript ${name}, ${bytes.length} bytes`,
      run: async () => {
        const outcomes = [await send(put)];
        if (outcomes[0]!.status !== 200) return outcomes;
        for (const extension of ['', '.vtt', '.srt', '.txt'])
          outcomes.push(await send(get(`/transcript${extension}`)));
        if (index % 4 > 0) return outcomes;
        outcomes.push(await send({ ...get('/process'), method: 'POST' }));
        // The cost of indexing shows while the worker runs.
        await setTimeout(300);
        return outcomes;
      },
    };
  },
};

const BOUNDARY = 'boundary';
const part = (headers: string, content: string): string =>
  `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const file = 'Content-Disposition: form-data; name="image"; filename="a.png"';
const END = `--${BOUNDARY}--\r\n`;

/** Created once, because creating them costs more than sending them. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let value: Promise<T> | undefined;
  return () => (value ??= make());
};
const images = {
  bomb: once(bomb),
  large: once(() => picture('png', 6_000, 6_000)),
  photo: once(() => picture('jpeg', 3_000, 3_000)),
};
const fileForm = (image: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${file}\r\n\r\n`), image, Buffer.from(`\r\n${END}`)]);

const FORMS: Record<string, (random: Random) => string | Promise<Uint8Array>> = {
  'many fields': () => part('Content-Disposition: form-data; name="a"', 'b').repeat(20_000) + END,
  'many files': () => part(file, 'x').repeat(10_000) + END,
  'many headers of a part': () => part(`${'A: b\r\n'.repeat(50_000)}${file}`, 'x') + END,
  'long header of a part': () => part(`${file}; ${'a="b";'.repeat(100_000)}`, 'x') + END,
  'long name': () => part(`Content-Disposition: form-data; name="${'a'.repeat(500_000)}"`, 'x') + END,
  'long file name': () => part(`${file.slice(0, -6)}${'../'.repeat(50_000)}"`, 'x') + END,
  'no end': () => part(file, 'x'.repeat(1_000_000)),
  'only boundaries': () => `--${BOUNDARY}\r\n`.repeat(100_000),
  'near boundaries': () => part(file, `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(50_000)) + END,
  'line breaks': () => `--${BOUNDARY}\r\n${'\r\n'.repeat(500_000)}`,
  'no form': () => 'x'.repeat(1_000_000),
  'large field': () => part('Content-Disposition: form-data; name="a"', 'x'.repeat(15_000_000)) + END,
  'image bomb': async () => fileForm(await images.bomb()),
  'large image': async () => fileForm(await images.large()),
  'cut image': async () => fileForm((await images.photo()).subarray(0, 9_000)),
  'svg with entities': () =>
    part(
      file,
      `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(1_000)}">]><svg xmlns="http://www.w3.org/2000/svg">${'&b;'.repeat(50_000)}</svg>`,
    ) + END,
};

const TYPES = [
  `multipart/form-data; boundary=${BOUNDARY}`,
  `multipart/form-data; boundary="${BOUNDARY}"; ${'a=b; '.repeat(200)}`,
  `multipart/form-data; boundary=${'-'.repeat(3_000)}`,
  'multipart/form-data',
];

/** Forms for operations that accept one and for some that do not, and uploads with invalid secrets. */
export const uploads: AbuseClass = {
  name: 'uploads',
  count: 120,
  atOnce: 2,
  newCase: async (target, random, index) => {
    const all = allOperations(target);
    const forms = all.filter((operation) => mediaOf(operation, 'multipart/form-data'));
    const others = all.filter(({ declared }) => declared.requestBody);
    const kinds = Object.entries(FORMS);
    const [kind, make] = kinds[index % kinds.length]!;
    const operation = random.chance(0.75) ? operationAt(forms, index) : random.pick(others);
    const contentType = random.chance(0.85) ? TYPES[0]! : random.pick(TYPES);
    return caseOf(kind, requestOf(target, operation, random, { body: await make(random), contentType }));
  },
};
