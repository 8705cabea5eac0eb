/** The address of an episode's file: the media asset by its id, and an ending by which apps know its type. */
import { extname } from 'node:path';

const ENDING = /^\.[a-z0-9]{1,5}$/i;

/** @param url the file's own URL, which may be a path */
export const episodeFilePath = (file: { id: number; itemId: number; url: string }): string => {
  const ending = extname(new URL(file.url, 'http://localhost').pathname);
  return `/items/${file.itemId}/episode/${file.id}${ENDING.test(ending) ? ending : ''}`;
};

/** @returns 0 if it is not such an address */
export const fileIdOf = (filename: string): number =>
  Number(/^([1-9]\d{0,14})(?:\.[a-z0-9]{1,5})?$/i.exec(filename)?.[1] ?? 0);
