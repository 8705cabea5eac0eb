/** Chooses the media asset that represents an item, and the chapters that go with it. */

export interface Playable {
  id: number;
  contentType: string;
  mimeType: string | null;
  url: string | null;
  externalPlatform: string | null;
  externalPlatformId: string | null;
  /** Of the version that only has the sound. */
  audioUrl?: string | null;
}

/** The first file that a browser can play, preferring audio to video as podcasts need it. */
export const playableFile = <T extends Playable>(media: readonly T[]): (T & { url: string }) | undefined => {
  const files = media.filter((asset): asset is T & { url: string } => asset.url !== null);
  return ['audio', 'video']
    .map((type) => files.find(({ contentType }) => contentType === type))
    .find((file) => file !== undefined);
};

/** Whether a browser can play any of the media: a file, a stream or a video on a platform. */
export const hasRecording = (media: readonly Playable[]): boolean =>
  playableFile(media) !== undefined || embeddedVideo(media) !== undefined;

/** The first video on a platform with an embeddable player, and the URL of its player. */
export const embeddedVideo = <T extends Playable>(
  media: readonly T[],
): { asset: T; embedUrl: string } | undefined => {
  for (const asset of media) {
    const player = PLAYERS[asset.externalPlatform ?? ''];
    if (player && asset.externalPlatformId) return { asset, embedUrl: player(asset.externalPlatformId) };
  }
  return undefined;
};

const PLAYERS: Record<string, (id: string) => string> = {
  youtube: (id) => `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}`,
  // An unlisted video has the form id/key.
  vimeo: (id) => {
    const [number, key] = id.split('/', 2).map(encodeURIComponent);
    return `https://player.vimeo.com/video/${number}${key ? `?h=${key}` : ''}`;
  },
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
export const playableMimeType = ({
  mimeType,
  contentType,
}: Pick<Playable, 'mimeType' | 'contentType'>): string =>
  mimeType ?? (contentType === 'audio' ? 'audio/mpeg' : 'video/mp4');
