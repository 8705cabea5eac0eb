/** Reads the catalogue and transcripts of the sample library from the folder beside this file. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ImportDocument } from '../../src/import/import-document.js';
import { sha256 } from '../../src/platform/lib/ids.js';
import { parseDocument } from '../../src/import/parse-document.js';

const text = z.string().nullable();

const catalog = z.object({
  collections: z.array(
    z.object({
      name: z.string(),
      itemDescriptor: z.enum(['sermon', 'teaching']),
      contentFormat: z.enum(['sermon', 'interview']),
      defaultLanguage: z.string().optional(),
    }),
  ),
  series: z.array(
    z.object({
      title: z.string(),
      subTitle: text,
      collection: z.string(),
      description: text,
      shortDescription: text,
    }),
  ),
  speakers: z.array(z.object({ name: z.string(), bio: z.string() })),
  topics: z.array(z.object({ name: z.string() })),
  items: z.array(
    z.object({
      file: z.string(),
      /** File name of its recording, to which the times of the transcript refer. */
      audio: z.string().optional(),
      title: z.string(),
      subTitle: text,
      description: text,
      shortDescription: text,
      date: z.string(),
      collection: z.string(),
      series: text,
      orderInSeries: z.int().nullable(),
      speakers: z.array(z.string()),
      topics: z.array(z.string()),
      scriptures: z.array(z.string()),
    }),
  ),
  /** Questions that a visitor might ask, each with the title of the talk that search should rank first. */
  questions: z.array(z.object({ q: z.string(), item: z.string(), language: z.string().optional() })),
});

export type Catalog = z.output<typeof catalog>;

// The transcripts are stored with the sources, not with the compiled code.
export const contentFolder = (root: string): string => join(root, 'scripts/seed/content');

/** The catalogue in English, and the one in German, Spanish, French and Portuguese. */
export type CatalogName = 'catalog.json' | 'mundo/catalog.json';

/** @param root the project's folder */
export const readCatalog = async (root: string, name: CatalogName = 'catalog.json'): Promise<Catalog> =>
  catalog.parse(JSON.parse(await readFile(join(contentFolder(root), name), 'utf8')));

/** The talks of one collection as documents to import. The catalogue's metadata replaces that of the files. */
export const catalogDocuments = (
  root: string,
  { items }: Catalog,
  collection: string,
): Promise<ImportDocument[]> =>
  Promise.all(
    items
      .filter((item) => item.collection === collection)
      .map(async ({ file, ...described }) => {
        const item = { ...described };
        delete item.audio;
        const bytes = await readFile(join(contentFolder(root), file));
        const { segments } = parseDocument(file, bytes);
        return {
          ...item,
          path: `sample/${file}`,
          contentHash: sha256(JSON.stringify(item) + sha256(bytes)),
          segments,
        };
      }),
  );
