/** Items with files whose names are known, from which the import learns how a collection names its files. */
import { buildItem, buildMediaAsset, type Built } from './factories.js';
import type { TestApp } from './start-app.js';

export interface Past {
  name: string;
  title: string;
  date: string;
  speakers?: number[];
  seriesId?: number;
  orderInSeries?: number;
}

/** In the order given. */
export const buildPast = async (
  { app, demo }: TestApp,
  collectionId: number,
  items: readonly Past[],
): Promise<Built[]> => {
  const built: Built[] = [];
  for (const { name, speakers = [], ...fields } of items) {
    const item = await buildItem(demo, {
      ...fields,
      collectionId,
      speakers: speakers.map((id) => ({ id })),
    });
    await buildMediaAsset(app.db, item, demo.account.id, { originalFilename: `${name}.mp3` });
    built.push(item);
  }
  return built;
};

/** A file of a request. */
export const fileNamed = (originalFilename: string, more: Record<string, unknown> = {}) => ({
  originalFilename,
  fileSizeBytes: 12_345,
  ...more,
});
