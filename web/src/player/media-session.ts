/** Shows the item on the lock screen and in the system's media controls, and handles their buttons. */
import type { PlayedItem } from './item-loader.js';
import type { KeyTarget } from './keyboard.js';

const SKIP_SECONDS = 15;

/**
 * @param media the element that is playing
 * @param logoUrl the picture for an item without artwork
 */
export const showInMediaSession = (
  media: KeyTarget,
  { item, chapters }: PlayedItem,
  logoUrl: string | null,
): void => {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const pictures = [item.squareImgUrl, item.wideImgUrl].filter((src) => src !== null);
  const artwork = (pictures.length > 0 || !logoUrl ? pictures : [logoUrl]).map((src) => ({ src }));
  mediaSession.metadata = new MediaMetadata({
    title: item.title,
    artist: item.speakers.map(({ name }) => name).join(', '),
    album: item.series?.title ?? '',
    artwork,
  });
  const starts = chapters.map(({ startMs }) => startMs / 1_000);
  const go = (seconds: number | undefined): void => {
    if (seconds !== undefined) media.currentTime = Math.max(0, seconds);
  };
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void media.play(),
    pause: () => media.pause(),
    seekbackward: ({ seekOffset = SKIP_SECONDS }) => go(media.currentTime - seekOffset),
    seekforward: ({ seekOffset = SKIP_SECONDS }) => go(media.currentTime + seekOffset),
    seekto: ({ seekTime }) => go(seekTime),
    ...(starts.length > 0 && {
      // Within the first 3 s of a chapter, this goes to the previous one; later, to the start of the current one.
      previoustrack: () => go(starts.findLast((start) => start < media.currentTime - 3) ?? 0),
      nexttrack: () => go(starts.find((start) => start > media.currentTime)),
    }),
  };
  for (const [action, handler] of Object.entries(handlers)) {
    try {
      mediaSession.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // The browser does not support this action.
    }
  }
};
