/** A parsed document of an imported folder, for tests of the import. */
import type { ImportDocument } from '../../src/import/import-document.js';

export const importDocument = (path: string, fields: Partial<ImportDocument> = {}): ImportDocument => ({
  path,
  contentHash: '1',
  title: 'Bread',
  date: null,
  speakers: [],
  series: null,
  topics: [],
  scriptures: [],
  segments: [{ text: 'Give us this day our daily bread.', startMs: null, endMs: null }],
  ...fields,
});
