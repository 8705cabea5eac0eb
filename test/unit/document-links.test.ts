/** Every file and heading that a public document links to exists. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
  [
    'api',
    'architecture',
    'bench',
    'configuration',
    'guide',
    'monitoring',
    'privacy',
    'search',
    'search-quality',
    'security',
    'states',
    'stats',
    'suggestions',
    'upgrading',
    'web',
    'webhooks',
  ].map((name) => `docs/${name}.md`),
);
/** Top-level folders: a path in backticks that starts with one must exist. `<…>` and `*` stand for names. */
const PATH = /`((?:src|indexer|analytics|sqlite|workers|migrations|client|scripts|test|models)\/[^`\s]*)`/g;

const headings = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');

  it('contains no broken links', () => {
    const broken = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
        return (
          !existsSync(target) ||
          (anchor !== undefined && !headings(readFileSync(target, 'utf8')).includes(anchor))
        );
      })
      .map(([link]) => link);
    expect(broken).toEqual([]);
  });

  it('names only existing files', () => {
    const missing = [...text.matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter((path) => !/[<*{]/.test(path) && !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });
});

it('CONTRIBUTING.md names existing files', () => {
  expect([...readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(PATH)].length).toBeGreaterThan(4);
});
