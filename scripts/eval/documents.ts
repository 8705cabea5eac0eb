/** The items of the libraries that are searched: sermons, talks as spoken, and the sample content. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from '../../src/import/parse-document.js';
import { readCatalog } from '../seed/catalog.js';
import type { Sermon } from './data.js';
import type { EvalItem } from './library.js';

/** Without titles. */
export const sermonItems = (sermons: readonly Sermon[]): EvalItem[] =>
  sermons.map(({ segments }, at) => ({ itemId: at + 1, segments }));

/** The file names of the documents in a folder. */
export const documentNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();

/** Whole documents, with their titles. */
export const documentItems = (folder: string): EvalItem[] =>
  documentNames(folder).map((name, at) => {
    const { title, segments } = parseDocument(name, readFileSync(join(folder, name)));
    return { itemId: at + 1, title, segments };
  });

/** The sample content followed by the sermons, as after the import in README. */
export const sampleAmong = (sample: readonly EvalItem[], sermons: readonly EvalItem[]): EvalItem[] => [
  ...sample,
  ...sermons.map((item) => ({ ...item, itemId: item.itemId + sample.length })),
];

/** The sample content, and the questions that README asks about it. */
export async function sampleLibrary(
  root: string,
): Promise<{ items: EvalItem[]; questions: { q: string; item: string }[] }> {
  const { items, questions } = await readCatalog(root);
  const documents = items.map(({ file, title, description, speakers, topics }, at) => ({
    itemId: at + 1,
    title,
    description: [description, ...speakers, ...topics].join(' '),
    segments: parseDocument(file, readFileSync(join(root, 'scripts/seed/content', file))).segments,
  }));
  return { items: documents, questions };
}
