/** Chooses the file of an item to enclose in its feeds. */
import { sql } from 'kysely';
import { mimeTypeOf, playableFile, type Playable } from '../items/playable.js';

/** MIME types that podcast apps play, and Apple's names for them. */
const PODCAST_TYPES: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'audio/mpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/mp4', 'audio/x-m4a'],
  ['audio/m4a', 'audio/x-m4a'],
  ['audio/x-m4a', 'audio/x-m4a'],
  ['video/mp4', 'video/mp4'],
  ['video/x-m4v', 'video/x-m4v'],
  ['video/quicktime', 'video/quicktime'],
]);

const isPodcastFile = (asset: Playable): boolean => PODCAST_TYPES.has(mimeTypeOf(asset));

/** A file that podcast apps play, preferring audio to video; any other file if there is none. */
export const podcastFile = <T extends Playable>(media: readonly T[]): (T & { url: string }) | undefined =>
  playableFile(media.filter(isPodcastFile)) ?? playableFile(media);

export const enclosureType = (file: Playable): string =>
  PODCAST_TYPES.get(mimeTypeOf(file)) ?? mimeTypeOf(file);

/** Media among which `podcastFile` chooses: those that are ready. */
const files = sql`select 1 from "mediaAsset" where "mediaAsset"."accountId" = "item"."accountId"
  and "mediaAsset"."itemId" = "item"."id" and "mediaAsset"."deletedDate" is null and "mediaAsset"."status" = 'ready'
  and "mediaAsset"."url" is not null and "mediaAsset"."contentType" in ('audio', 'video')`;

/** True for rows of `item` with a file to enclose. */
export const hasEnclosure = sql<boolean>`exists (${files})`;

/** True for rows of `item` with a file that Apple Podcasts plays. */
export const hasPodcastFile = sql<boolean>`exists (${files}
  and ("mediaAsset"."mimeType" is null or "mediaAsset"."mimeType" in (${sql.join([...PODCAST_TYPES.keys()])})))`;
