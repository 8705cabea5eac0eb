/** Which of an item's media stands for it where only one can, and which chapters go with that. */

export interface Playable {
  id: number;
  contentType: string;
  mimeType: string | null;
  url: string | null;
  externalPlatform: string | null;
  externalPlatformId: string | null;
}

/** The first file that a browser can play: audio before video, as podcasts want it. */
export const playableFile = <T extends Playable>(media: readonly T[]): (T & { url: string }) | undefined => {
  const files = media.filter((asset): asset is T & { url: string } => asset.url !== null);
  return ['audio', 'video']
    .map((type) => files.find(({ contentType }) => contentType === type))
    .find((file) => file !== undefined);
};

/** The first video at a platform that has a player of its own, and the player's address. */
export const embeddedVideo = (media: readonly Playable[]): string | undefined => {
  for (const { externalPlatform, externalPlatformId } of media) {
    const player = PLAYERS[externalPlatform ?? ''];
    if (player && externalPlatformId) return player + encodeURIComponent(externalPlatformId);
  }
  return undefined;
};

const PLAYERS: Record<string, string> = {
  youtube: 'https://www.youtube-nocookie.com/embed/',
  vimeo: 'https://player.vimeo.com/video/',
};

/** Chapters of one of the media: of `preferred` where it has any, else of the first that has. */
export const chaptersOfOne = <T extends { mediaAssetId: number }>(
  chapters: readonly T[],
  preferred: number | undefined,
): T[] => {
  const chosen = chapters.some(({ mediaAssetId }) => mediaAssetId === preferred)
    ? preferred
    : chapters[0]?.mediaAssetId;
  return chapters.filter(({ mediaAssetId }) => mediaAssetId === chosen);
};

/** What the embedding snippet and structured data call the MIME type of a file that has none stored. */
export const mimeTypeOf = ({ mimeType, contentType }: Pick<Playable, 'mimeType' | 'contentType'>): string =>
  mimeType ?? (contentType === 'audio' ? 'audio/mpeg' : 'video/mp4');
