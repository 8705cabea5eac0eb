/** Keyboard shortcuts of the player, the same as YouTube's (support.google.com/youtube/answer/7631406). */

export interface KeyTarget {
  currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  volume: number;
  muted: boolean;
  playbackRate: number;
  play(): Promise<void> | void;
  pause(): void;
  textTracks?: TextTrackList;
}

interface Screen {
  toggleFullscreen(): void;
  togglePictureInPicture(): void;
}

export const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const VOLUME_STEP = 0.05;

const seek = (media: KeyTarget, seconds: number): void => {
  const end = Number.isFinite(media.duration) ? media.duration : Infinity;
  media.currentTime = Math.min(end, Math.max(0, seconds));
};

const changeRate = (media: KeyTarget, step: 1 | -1): void => {
  const near =
    step > 0
      ? RATES.find((rate) => rate > media.playbackRate)
      : RATES.findLast((rate) => rate < media.playbackRate);
  if (near !== undefined) media.playbackRate = near;
};

const toggleCaptions = ({ textTracks }: KeyTarget): void => {
  for (const track of textTracks ?? [])
    if (track.kind === 'captions') track.mode = track.mode === 'showing' ? 'hidden' : 'showing';
};

const actions: Record<string, (media: KeyTarget, screen: Screen) => void> = {
  ' ': (media) => void (media.paused ? media.play() : media.pause()),
  j: (media) => seek(media, media.currentTime - 10),
  l: (media) => seek(media, media.currentTime + 10),
  ArrowLeft: (media) => seek(media, media.currentTime - 5),
  ArrowRight: (media) => seek(media, media.currentTime + 5),
  ArrowUp: (media) => (media.volume = Math.min(1, media.volume + VOLUME_STEP)),
  ArrowDown: (media) => (media.volume = Math.max(0, media.volume - VOLUME_STEP)),
  Home: (media) => seek(media, 0),
  End: (media) => seek(media, media.duration),
  m: (media) => (media.muted = !media.muted),
  c: (media) => toggleCaptions(media),
  f: (_media, screen) => screen.toggleFullscreen(),
  i: (_media, screen) => screen.togglePictureInPicture(),
  '<': (media) => changeRate(media, -1),
  '>': (media) => changeRate(media, 1),
};
actions.k = actions[' ']!;

/** Fullscreen and picture-in-picture, by clicking the player's own buttons. */
export const screenOf = (root: ParentNode): Screen => {
  const press = (name: string) => () => root.querySelector<HTMLElement>(`media-${name}-button`)?.click();
  return { toggleFullscreen: press('fullscreen'), togglePictureInPicture: press('pip') };
};

/** Elements that need the keys for typing. */
const TYPES_INTO = 'input, textarea, select, [contenteditable]';
/** Elements that react to the space bar or the arrow keys. */
const PRESSED = 'button, summary, media-play-button, media-time-range, media-volume-range, [role="button"]';

/** @returns whether the key is one of the player's shortcuts */
export const handleKey = (event: KeyboardEvent, media: KeyTarget, screen: Screen): boolean => {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const [target] = event.composedPath();
  if (!(target instanceof Element) || (target.matches(TYPES_INTO) && !isRange(target))) return false;
  const own = event.composedPath().some((at) => at instanceof Element && at.matches(PRESSED));
  if (own && (key === ' ' || key.startsWith('Arrow') || key === 'Home' || key === 'End')) return false;
  if (/^\d$/.test(key) && Number.isFinite(media.duration)) seek(media, (media.duration * Number(key)) / 10);
  else {
    const action = actions[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return false;
    action(media, screen);
  }
  event.preventDefault();
  return true;
};

const isRange = (element: Element): boolean =>
  element instanceof HTMLInputElement && element.type === 'range';
