/** Styles of `<lectern-player>`. */
import { css } from 'lit';

export const playerStyles = css`
  :host {
    --media-primary-color: currentColor;
    --media-icon-color: currentColor;
    --media-text-color: currentColor;
    --media-control-background: transparent;
    --media-control-hover-background: var(--tint);
    --media-font-family: var(--lectern-font, system-ui, sans-serif);
    --media-font-size: 0.95rem;
    --media-range-bar-color: var(--accent);
    --media-range-track-background: color-mix(in srgb, currentColor 25%, transparent);
    --media-range-thumb-background: var(--accent);
    --media-focus-box-shadow: inset 0 0 0 2px var(--accent);
    --media-tooltip-display: none;
  }
  header {
    display: grid;
    gap: 0.35rem;
    margin-block-end: 1.1rem;
  }
  h2 {
    font-size: 1.5em;
    line-height: 1.25;
  }
  h3 {
    font-size: 1em;
  }
  [part='description'] {
    margin-block-start: 0.4rem;
    max-width: 70ch;
  }
  .player {
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 1.35);
    overflow: hidden;
  }
  .picture {
    display: block;
    width: 100%;
    max-height: 20rem;
    object-fit: cover;
  }
  media-controller {
    display: block;
    width: 100%;
    background: transparent;
    color: inherit;
  }
  media-controller.video {
    --media-primary-color: #fff;
    --media-icon-color: #fff;
    --media-text-color: #fff;
    --media-range-track-background: rgb(255 255 255 / 0.35);
    --media-control-background: rgb(16 20 26 / 0.72);
    --media-control-hover-background: rgb(70 76 84 / 0.9);
    aspect-ratio: 16 / 9;
    background: #000;
    color: #fff;
  }
  .bare,
  .bare > * {
    display: block;
    width: 100%;
    height: 100%;
  }
  lectern-embedded-video,
  youtube-video,
  vimeo-video,
  hls-video {
    display: block;
    position: relative;
    width: 100%;
    height: 100%;
  }
  media-control-bar {
    display: flex;
    width: 100%;
    align-items: center;
    padding-inline: 0.35rem;
  }
  .audio media-control-bar.times {
    padding-block-start: 0.35rem;
  }
  media-time-range {
    flex: 1;
    width: 100%;
    height: 2rem;
    --media-control-hover-background: var(--media-control-background);
    --media-time-range-buffered-color: color-mix(in srgb, currentColor 18%, transparent);
  }
  media-play-button,
  media-seek-backward-button,
  media-seek-forward-button,
  media-mute-button,
  media-captions-button,
  media-pip-button,
  media-fullscreen-button {
    min-width: 2.75rem;
    height: 2.75rem;
    padding: 0.6rem;
    border-radius: var(--radius);
  }
  .audio media-play-button {
    border-radius: 50%;
    background: var(--accent);
    color: var(--on-accent);
    --media-icon-color: var(--on-accent);
    --media-control-hover-background: color-mix(in oklab, var(--accent), currentColor 18%);
    margin: 0.35rem;
  }
  .rate {
    min-height: 2.75rem;
    padding-inline: 0.5rem;
    border: 0;
    border-radius: var(--radius);
    background: none;
    field-sizing: content;
    appearance: none;
    font-weight: 600;
    cursor: pointer;
  }
  .video media-control-bar {
    background: rgb(16 20 26 / 0.72);
    --media-control-background: transparent;
  }
  .rate option {
    background: var(--surface);
    color: var(--on-surface);
  }
  .gap {
    flex: 1;
  }
  .poster {
    position: relative;
    display: grid;
    align-content: center;
    justify-items: center;
    gap: 0.75rem;
    aspect-ratio: 16 / 9;
    max-width: 100%;
    padding: 1rem;
    background: linear-gradient(135deg, #2b3a4a, #11181f);
    color: #fff;
    text-align: center;
  }
  .poster img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    filter: brightness(0.4);
  }
  .poster img.logo {
    padding: 15% 25%;
    object-fit: contain;
  }
  .poster > :not(img) {
    position: relative;
  }
  .press {
    min-height: 3.25rem;
    border: 0;
    background: #fff;
    color: #10202c;
    font-weight: 600;
  }
  .external {
    max-width: 40ch;
    font-size: 0.88em;
  }
  .under {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0.5rem 1rem;
    padding: 0 0.75rem;
  }
  .under > :not(:empty, [hidden]) {
    padding-block-end: 0.75rem;
  }
  .share {
    display: grid;
    place-items: center;
    flex: none;
    width: 2.75rem;
    height: 2.75rem;
    border: 0;
    border-radius: var(--radius);
    background: none;
  }
  .share:hover {
    background: var(--media-control-hover-background);
  }
  .poster .share {
    position: absolute;
    inset-block-start: 0.35rem;
    inset-inline-end: 0.35rem;
  }
  .link-row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    flex: 1 1 16rem;
  }
  .link-row input {
    flex: 1 1 10rem;
    min-width: 0;
    min-height: 2.75rem;
    padding-inline: 0.75rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--tint);
  }
  .text-area {
    display: grid;
    border-block-start: 1px solid var(--line);
  }
  .chapters {
    padding: 0.75rem;
    max-height: var(--lectern-transcript-height, 26rem);
    overflow-y: auto;
  }
  .chapters ol {
    margin-block-start: 0.4rem;
  }
  .chapters a {
    display: grid;
    grid-template-columns: 3.6em minmax(0, 1fr);
    gap: 0.5rem;
    padding: 0.5rem;
    border-radius: calc(var(--radius) * 0.6);
  }
  .chapters a:hover {
    background: var(--tint);
  }
  .chapters a[aria-current] {
    background: color-mix(in srgb, var(--accent) 14%, transparent);
    font-weight: 600;
  }
  .time {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
  .note,
  .waiting {
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 0.75rem;
    padding: 1.5rem 1rem;
    text-align: center;
  }
  .waiting {
    min-height: 9rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 1.35);
  }
  @container (min-width: 44rem) {
    .divided {
      grid-template-columns: minmax(12rem, 17rem) minmax(0, 1fr);
    }
    .divided .chapters {
      border-inline-end: 1px solid var(--line);
      /* As high as the transcript with its heading, however many they are. */
      max-height: calc(var(--lectern-transcript-height, 26rem) + 3.5rem);
    }
  }
  @container (max-width: 24rem) {
    media-mute-button {
      display: none;
    }
    media-seek-backward-button,
    media-seek-forward-button {
      min-width: 2.5rem;
      padding-inline: 0.4rem;
    }
    media-time-display {
      padding-inline: 0.2rem;
      --media-font-size: 0.85rem;
    }
  }
  @container (max-width: 30rem) {
    .roomy {
      display: none;
    }
  }
`;
