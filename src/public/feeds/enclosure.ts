/** Chooses the file of an item to enclose in its feeds. */
import { PODCAST_TYPES } from '../../content/feeds/feed-check.js';
import { mimeTypeOf, playableFile, type Playable } from '../items/playable.js';

const isPodcastFile = (asset: Playable): boolean => PODCAST_TYPES.has(mimeTypeOf(asset));

/** A file that podcast apps play, preferring audio to video; any other file if there is none. */
export const podcastFile = <T extends Playable>(media: readonly T[]): (T & { url: string }) | undefined =>
  playableFile(media.filter(isPodcastFile)) ?? playableFile(media);

export const enclosureType = (file: Playable): string =>
  PODCAST_TYPES.get(mimeTypeOf(file)) ?? mimeTypeOf(file);
