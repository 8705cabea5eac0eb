/** Chooses the one media asset that represents an item, and the chapters that go with it. */

export interface Playable {
  id: number;
  contentType: string;
  mimeType: string | null;
  url: string | null;
  externalPlatform: string | null;
  externalPlatformId: string | null;
}

/** The first file that a browser can play: audio before video, as podcasts need it. */
export const playableFile = <T extends Playable>(media: readonly T[]): (T & { url: string }) | undefined => {
  const files = media.filter((asset): asset is T & { url: string } => asset.url !== null);
  return ['audio', 'video']
    .map((type) => files.find(({ contentType }) => contentType === type))
    .find((file) => file !== undefined);
};

/** The player URL of the first video on a platform with an embeddable player. */
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

/** The chapters of one media asset: of `preferred` if it has any, otherwise of the first that has some. */
export const chaptersOfOne = <T extends { mediaAssetId: number }>(
  chapters: readonly T[],
  preferred: number | undefined,
): T[] => {
  const chosen = chapters.some(({ mediaAssetId }) => mediaAssetId === preferred)
    ? preferred
    : chapters[0]?.mediaAssetId;
  return chapters.filter(({ mediaAssetId }) => mediaAssetId === chosen);
};

/** The MIME type of a file, or a likely one if none is stored. */
export const mimeTypeOf = ({ mimeType, contentType }: Pick<Playable, 'mimeType' | 'contentType'>): string =>
  mimeType ?? (contentType === 'audio' ? 'audio/mpeg' : 'video/mp4');
