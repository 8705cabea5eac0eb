/**
 * Styles that both components share. Pages set the `--lectern-…` properties; by default font and colours are
 * inherited.
 */
import { css, svg } from 'lit';

/**
 * Colours follow the page's `color-scheme`. Surfaces in the page are tints of its text colour; popups have a
 * background and a text colour that go together.
 */
export const theme = css`
  :host {
    /* The account's colour, where it can be read: at this lightness any hue has a contrast of 5 to white, or to black. */
    --account-light: oklch(from var(--lectern-account-accent, #1d5c87) min(l, 0.46) c h);
    --account-dark: oklch(from var(--lectern-account-accent, #8ec9f2) max(l, 0.8) c h);
    --accent: light-dark(
      var(--lectern-accent, var(--account-light)),
      var(--lectern-accent-dark, var(--lectern-accent, var(--account-dark)))
    );
    /* White on dark accents, black on light ones. */
    --on-accent: oklch(from var(--accent) clamp(0, (0.65 - l) * 1000, 1) 0 0);
    --text: light-dark(var(--lectern-text, inherit), var(--lectern-text-dark, var(--lectern-text, inherit)));
    --surface: light-dark(var(--lectern-surface, Canvas), var(--lectern-surface-dark, Canvas));
    --on-surface: light-dark(var(--lectern-text, CanvasText), var(--lectern-text-dark, CanvasText));
    --muted: var(--lectern-muted, color-mix(in srgb, currentColor 76%, transparent));
    --line: var(--lectern-line, color-mix(in srgb, currentColor 20%, transparent));
    --tint: var(--lectern-tint, color-mix(in srgb, currentColor 6%, transparent));
    --mark: var(--lectern-mark, color-mix(in srgb, var(--accent) 22%, transparent));
    --radius: var(--lectern-radius, 0.75rem);
    display: block;
    container-type: inline-size;
    font-family: var(--lectern-font, inherit);
    line-height: 1.5;
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  :host([theme='auto']) {
    color-scheme: light dark;
  }
  :host([theme]) {
    background: var(--surface);
    color: var(--on-surface);
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  h2,
  h3,
  h4,
  p,
  ol,
  ul,
  form {
    margin: 0;
    padding: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  button {
    cursor: pointer;
  }
  a {
    color: inherit;
    text-decoration: none;
  }
  a:hover .title,
  .link:hover {
    text-decoration: underline;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  mark {
    background: var(--mark);
    color: inherit;
    border-radius: 0.2em;
    padding-inline: 0.1em;
  }
  svg {
    width: 1.25em;
    height: 1.25em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
    flex: none;
  }
  .text {
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
  .muted {
    color: var(--muted);
    font-size: 0.9em;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .link {
    border: 0;
    padding: 0;
    background: none;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5rem;
    min-height: 2.75rem;
    padding: 0.4rem 1rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--tint);
  }
  .button:hover {
    border-color: currentColor;
  }
  .mirrored:dir(rtl) {
    transform: scaleX(-1);
  }
  @media (prefers-reduced-motion: no-preference) {
    .button,
    .card {
      transition:
        border-color 0.15s,
        background-color 0.15s;
    }
  }
`;

const icon = (path: ReturnType<typeof svg>, className = '') =>
  svg`<svg viewBox="0 0 24 24" class=${className} aria-hidden="true">${path}</svg>`;

export const icons = {
  search: () => icon(svg`<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>`),
  close: () => icon(svg`<path d="M6 6l12 12M18 6 6 18"/>`),
  play: () => icon(svg`<path d="M8 5v14l11-7z" fill="currentColor" stroke="none"/>`, 'play'),
  back: () => icon(svg`<path d="M19 12H5m6-6-6 6 6 6"/>`, 'mirrored'),
  share: () => icon(svg`<path d="M12 15V4m0 0L8 8m4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5"/>`),
  up: () => icon(svg`<path d="m6 15 6-6 6 6"/>`),
  down: () => icon(svg`<path d="m6 9 6 6 6-6"/>`),
};
