/** Which files items have for podcast feeds. */
import { sql } from 'kysely';

/** MIME types that podcast apps play, and Apple's names for them. */
export const PODCAST_TYPES: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'audio/mpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/mp4', 'audio/x-m4a'],
  ['audio/m4a', 'audio/x-m4a'],
  ['audio/x-m4a', 'audio/x-m4a'],
  ['video/mp4', 'video/mp4'],
  ['video/x-m4v', 'video/x-m4v'],
  ['video/quicktime', 'video/quicktime'],
]);

/** The files of an item, of which its feeds enclose one. */
const files = sql`from "mediaAsset" where "mediaAsset"."itemId" = "item"."id" and "mediaAsset"."deletedDate" is null
  and "mediaAsset"."status" = 'ready' and "mediaAsset"."url" is not null
  and "mediaAsset"."contentType" in ('audio', 'video')`;

/** True for rows of `item` with a file to enclose. */
export const hasEnclosure = sql<boolean>`exists (select 1 ${files})`;

/** For rows of `item`: 2 with a file that Apple Podcasts plays, 1 with others only, 0 without a file. */
export const enclosureRank = sql<number>`coalesce((select max(case when "mediaAsset"."mimeType" is null
  or "mediaAsset"."mimeType" in (${sql.join([...PODCAST_TYPES.keys()].map((type) => sql.lit(type)))}) then 2 else 1 end)
  ${files}), 0)`;
