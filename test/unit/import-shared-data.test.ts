/** All sermons and talks of the shared data, if it is beside the repository: titles, times, speakers and scriptures. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkSegments, parseReferences } from '../../indexer/index.js';
import { parseDocument, type ImportedDocument } from '../../src/import/parse-document.js';
import { walkImportFolder } from '../../src/import/walk.js';

const data = join(import.meta.dirname, '../../../shared/data');
const absent = !existsSync(data);
if (absent) console.log('skipped: the shared data does not lie beside the repository (../shared/data)');

const known = new Map<string, Promise<Map<string, ImportedDocument>>>();

function documents(folder: string): Promise<Map<string, ImportedDocument>> {
  const all = known.get(folder) ?? readAll(folder);
  known.set(folder, all);
  return all;
}

async function readAll(folder: string): Promise<Map<string, ImportedDocument>> {
  const { files, problems } = await walkImportFolder(join(data, folder), { followLinks: true });
  expect(problems).toEqual([]);
  const read = async (path: string) =>
    [path, parseDocument(path, await readFile(join(data, folder, path)))] as const;
  return new Map(await Promise.all(files.map(read)));
}

const TRACES = /\[\\?\d+:\d|\*\*[A-Z]|&[a-z]+;|&#\d|<!--|[\0\x80-\x9f\n]/;

/**
 * No trace of the document's markup, and times in order. Plain checks, because an expectation for each of 60,000
 * segments takes longer than parsing them.
 */
function expectClean(path: string, { title, segments, warnings }: ImportedDocument): void {
  expect([path, warnings]).toEqual([path, []]);
  expect(title).toMatch(/^\S.*\S$/);
  let clock = 0;
  for (const { text, startMs, endMs } of segments) {
    if (TRACES.test(text)) throw new Error(`${path}: marks are left in "${text}"`);
    if (startMs !== null && endMs !== null && (startMs < clock || endMs < startMs)) {
      throw new Error(`${path}: times run back at "${text}"`);
    }
    clock = startMs ?? clock;
  }
}

describe.skipIf(absent)('the sample data', () => {
  it('has 393 sermons, nearly all with the reference of their text', async () => {
    const sermons = await documents('sermons');
    expect(sermons.size).toBe(393);
    let withVerse = 0;
    for (const [path, document] of sermons) {
      expectClean(path, document);
      expect(document.title).toMatch(/^Sermon \d+/);
      expect([path, document.speakers]).toEqual([path, []]);
      withVerse += document.scriptures.length;
      for (const scripture of document.scriptures)
        expect([path, parseReferences(scripture)]).not.toEqual([path, []]);
    }
    // Five lack a text verse, two misprint its reference, and four name several ranges, nine in all.
    expect(withVerse).toBe(391);
    expect(sermons.get('volume-1-sermon-13.md')).toMatchObject({
      title: 'Sermon 13 | Consolation Proportionate to Spiritual Sufferings',
      scriptures: ['2 Corinthians 1:5'],
    });
  });

  it('has 176 talks, all with speakers, and all but the untimed ones with times', async () => {
    const talks = await documents('talks');
    expect(talks.size).toBe(176);
    let untimed = 0;
    const names = new Set<string>();
    for (const [path, document] of talks) {
      expectClean(path, document);
      expect(document.scriptures).toEqual([]);
      expect([path, document.speakers.length]).not.toEqual([path, 0]);
      document.speakers.forEach((name) => names.add(name));
      const missing = document.segments.filter(
        (segment) => segment.startMs === null || segment.endMs === null,
      ).length;
      expect([path, missing]).toEqual([path, missing === 0 ? 0 : document.segments.length]);
      if (missing > 0) untimed++;
    }
    expect(untimed).toBe(5);
    expect(names.size).toBeGreaterThan(150);
    expect(
      [...names].filter((name) => !/^\p{Lu}[\p{L}.]*(?:[ -]\p{L}[\p{L}.]*)*(?:, Ps?y?\.?h?D)?$/u.test(name)),
    ).toEqual([]);
    expect([...names].filter((name) => /break|outro|intro/i.test(name))).toEqual([]);
  });

  it('is cut into passages of the target size', async () => {
    const sizes = [...(await documents('sermons')).values()].flatMap(({ segments }) =>
      chunkSegments(segments).map(({ text }) => text.split(' ').length),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(170);
    expect(sizes.filter((words) => words >= 80 && words <= 160).length / sizes.length).toBeGreaterThan(0.98);
  });
});
