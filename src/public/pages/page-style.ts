/** The style sheet, inlined in every page so that it can be read before anything else has loaded. */
import type { Account } from '../../identity/accounts/account.record.js';

/** Styles of transcripts and articles: paragraphs, lists, quotations, tables, and the field to find words in them. */
const TRANSCRIPT_STYLE = `.transcript { display: grid; gap: 0.8rem; max-width: 44rem; }
.transcript .text { text-align: start; }
.transcript :is(h3, h4, h5, h6) { margin-block-start: 0.9rem; font-size: 1.2rem; }
.article .transcript h3 { font-size: 1.35rem; }
.transcript :is(h5, h6) { font-size: 1.05rem; }
.transcript :is(ul, ol) { display: grid; gap: 0.4rem; padding-inline-start: 1.7rem; list-style: disc; }
.transcript li[value] { list-style: decimal; }
.transcript li::marker { color: var(--muted); font-variant-numeric: tabular-nums; }
.transcript [data-level='2'] { margin-inline-start: 1.7rem; list-style-type: circle; }
.transcript [data-level='3'] { margin-inline-start: 3.4rem; list-style-type: square; }
.transcript :is([data-level='4'], [data-level='5'], [data-level='6']) { margin-inline-start: 5.1rem; }
.transcript blockquote { display: grid; gap: 0.6rem; padding-inline-start: 1.1rem; border-inline-start: 3px solid var(--accent); }
.transcript .table { overflow-x: auto; }
.transcript table { border-collapse: collapse; font-size: 0.95em; line-height: 1.5; }
.transcript :is(th, td) { min-width: 5rem; padding: 0.45rem 0.9rem; border-block-end: 1px solid var(--line); vertical-align: top; text-align: start; }
.transcript th { border-block-end-color: var(--muted); font-weight: 650; }
.transcript :is(th, td):first-child { padding-inline-start: 0; }
.transcript hr { width: 5rem; margin: 0.9rem auto; border: 0; border-block-start: 1px solid var(--line); }
/* A line of text is no longer than can be read. */
.article { max-width: 44rem; }
.cover { display: block; width: 100%; max-width: 44rem; height: auto; aspect-ratio: 16 / 9; object-fit: cover; border-radius: var(--radius); }
.article-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1.5rem; margin-block: 1.5rem 1rem; }
.find-text { display: flex; align-items: center; gap: 0.4rem; flex: 0 1 20rem; min-width: 0; padding-inline: 0.8rem 0.3rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--raised); }
.find-text[hidden], .find-text [hidden] { display: none; }
.find-text:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.find-text input { flex: 1; min-width: 0; min-height: 2.75rem; border: 0; outline: 0; background: none; color: inherit; font: inherit; }
.find-text input::placeholder { color: var(--muted); opacity: 1; }
.find-text .muted { white-space: nowrap; font-size: 0.9rem; }
.find-text button { display: grid; place-items: center; width: 2.25rem; height: 2.25rem; padding: 0; border: 0; background: none; color: inherit; cursor: pointer; }
.find-text svg { width: 1.25em; height: 1.25em; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.article .transcript { gap: 1.05rem; font-size: 1.125rem; line-height: 1.7; }
.transcript :is([id], [data-t]) { scroll-margin-block: 30vh; }
.transcript tr:target { background: color-mix(in srgb, var(--accent) 12%, transparent); }
.transcript li:target { border-radius: 0.3rem; background: color-mix(in srgb, var(--accent) 12%, transparent); }
.transcript :is(p, h3, h4, h5, h6):is(:target, .shown), .transcript > :is(h3, h4, h5, h6):target + p {
  margin-inline: -0.9rem;
  padding: 0.35rem 0.75rem;
  border-inline-start: 0.15rem solid var(--accent);
  border-radius: 0.3rem;
  background: color-mix(in srgb, var(--accent) 12%, transparent);
}
::highlight(lectern-found) { background: color-mix(in srgb, var(--accent) 28%, transparent); }
::highlight(lectern-shown) { background: var(--accent); color: var(--ground); }
.transcript .time { font-size: 0.85rem; margin-inline-end: 0.5rem; text-decoration: none; }
`;

/** The same as in the components. */
const DEFAULT_ACCENT = '#1d5c87';
const DEFAULT_DARK_ACCENT = '#8ec9f2';

type Coloured = Pick<Account, 'settings'> | undefined;

/** `#RRGGBB`; inserted into style sheets, so it must be valid. */
export const accentOf = (account: Coloured): string => {
  const { accentColorHex } = account?.settings ?? {};
  return /^#[\da-f]{6}$/i.test(accentColorHex ?? '') ? accentColorHex! : DEFAULT_ACCENT;
};

/** Darkens or lightens the account's colour for sufficient contrast, as in the components. */
export const pageStyle = (account: Coloured): string => {
  const accent = accentOf(account);
  const dark = accent === DEFAULT_ACCENT ? DEFAULT_DARK_ACCENT : accent;
  return `:root {
  --accent-light: oklch(from ${accent} min(l, 0.46) c h);
  --accent-dark: oklch(from ${dark} max(l, 0.8) c h);
}${STYLE}`;
};

const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fdfcfa, #14171b);
  --raised: light-dark(#ffffff, #1b1f25);
  --text: light-dark(#20242a, #e9e7e3);
  --muted: light-dark(#5a626c, #a6adb6);
  --line: light-dark(#e2ded7, #31373f);
  --accent: light-dark(var(--accent-light), var(--accent-dark));
  --tint: color-mix(in srgb, var(--accent) 8%, transparent);
  --radius: 0.75rem;
  /* One family on every system: a serif that only some of them have would look like a fallback on the others. */
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif;
  --lectern-accent: var(--accent-light);
  --lectern-accent-dark: var(--accent-dark);
  --lectern-surface: #ffffff;
  --lectern-surface-dark: #1b1f25;
  --lectern-text: #20242a;
  --lectern-text-dark: #e9e7e3;
  --lectern-card: var(--raised);
  accent-color: var(--accent);
  scrollbar-gutter: stable;
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--text);
  font: 1.0625rem/1.6 var(--font);
}
h1, h2, h3, h4, p, ul, ol, blockquote, figure, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1, h2, h3, h4 { line-height: 1.2; text-wrap: balance; font-weight: 700; letter-spacing: -0.012em; }
h1 { font-size: clamp(1.75rem, 1.3rem + 1.9vw, 2.6rem); letter-spacing: -0.025em; }
h2 { font-size: 1.35rem; letter-spacing: -0.018em; }
h3 { font-size: 1.15rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
main:focus { outline: 0; }
img { max-width: 100%; }
.text { overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: match-parent; }
.muted { color: var(--muted); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: -100vw; top: 0.5rem; z-index: 2; padding: 0.6rem 1rem; background: var(--raised); }
.skip:focus { inset-inline-start: 0.5rem; }

.site, main { width: 100%; max-width: 62rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
header.site {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem 2rem;
  padding-block: 0.9rem;
}
.brand {
  display: inline-flex;
  align-items: center;
  gap: 0.75rem;
  min-height: 2.75rem;
  color: inherit;
  font: 700 1.15rem/1.25 var(--font);
  letter-spacing: -0.012em;
  text-decoration: none;
}
.brand img { display: block; height: 2.5rem; width: auto; max-width: 12rem; object-fit: contain; }
header.site ul, footer.site ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
header.site li a, footer.site li a { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 2.75rem; color: var(--muted); text-decoration: none; }
header.site li a:hover, footer.site li a:hover { color: var(--text); text-decoration: underline; }
header.site a[aria-current] { color: var(--text); font-weight: 600; }
main { flex: 1; padding-block: clamp(1rem, 3vw, 2.25rem) 4rem; }
footer.site { padding-block: 1rem 2rem; font-size: 0.9rem; }
footer.site svg { width: 1.1em; height: 1.1em; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
header.site + main { border-block-start: 1px solid transparent; }

.head { display: grid; gap: 0.6rem; margin-block-end: 1.6rem; }
.head .words { display: grid; gap: 0.6rem; min-width: 0; }
.head .text { max-width: 48rem; }
.kicker { font-size: 0.95rem; color: var(--muted); }
.facts { color: var(--muted); }
.facts a, .kicker a, .verses h3 a { color: inherit; }
.facts time { white-space: nowrap; }
.head[style*='--edge'] { padding-inline-start: 1.25rem; border-inline-start: 5px solid var(--edge); border-radius: 2px; }
.with-art { grid-template-columns: minmax(0, 1fr); row-gap: 1.1rem; }
.head .picture { width: 9rem; height: 9rem; border-radius: var(--radius); object-fit: cover; }
.head .person { border-radius: 50%; }
@media (min-width: 40rem) {
  .with-art { grid-template-columns: auto minmax(0, 1fr); column-gap: 1.75rem; align-items: center; }
}

section { margin-block-start: 2.75rem; }
section > h2 { margin-block-end: 0.9rem; }
.prose { display: grid; gap: 0.85rem; max-width: 44rem; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.chips a {
  display: inline-flex;
  align-items: center;
  min-height: 2.5rem;
  padding-inline: 1rem;
  border: 1px solid var(--line);
  border-radius: 2rem;
  background: var(--raised);
  color: inherit;
  text-decoration: none;
  gap: 0.5rem;
}
.chips a:hover { border-color: var(--accent); }
.verses { display: grid; gap: 1.5rem; max-width: 44rem; }
.verses blockquote {
  margin-block-start: 0.5rem;
  padding-inline-start: 1.1rem;
  border-inline-start: 3px solid var(--accent);
}
.verses cite { font-style: normal; color: var(--muted); font-size: 0.9rem; }

.cards { display: grid; gap: 0.9rem; }
.card {
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1.1rem;
  padding: 1.1rem;
  border: 1px solid var(--line);
  border-radius: calc(var(--radius) * 1.35);
  background: var(--raised);
}
.card:has(> .art) { grid-template-columns: auto minmax(0, 1fr); }
/* A strip within the rounded border: a thicker border would be a crescent. */
.card[style*='--edge'] { border-inline-start-color: var(--edge); background: linear-gradient(var(--edge) 0 0) 0 0 / 5px 100% no-repeat border-box var(--raised); }
.card[style*='--edge']:dir(rtl) { background-position: 100% 0; }
.card:hover { border-color: color-mix(in srgb, var(--text) 40%, transparent); }
.card .art { width: 5.5rem; height: 5.5rem; border-radius: var(--radius); object-fit: cover; background: var(--tint); }
.card .words { display: grid; align-content: start; gap: 0.25rem; min-width: 0; }
.card h2, .card h3 { font-size: 1.12rem; line-height: 1.3; text-wrap: pretty; }
.card h2 a, .card h3 a { color: inherit; text-decoration: none; }
.card h2 a:hover, .card h3 a:hover { text-decoration: underline; }
@media (max-width: 34rem) {
  .card { gap: 0.75rem; padding: 0.85rem; }
  .card .art { width: 3.5rem; height: 3.5rem; }
  .card:has(> .art) .passages { margin-inline-start: -4.25rem; }
  .article .find-text { flex-basis: 100%; }
}
/* The whole card is the link of its title. */
.card:not(.found) :is(h2, h3) a::after { content: ''; position: absolute; inset: 0; border-radius: inherit; }
.card .facts { font-size: 0.92rem; }
.card .short, .passages .text, .card h2, .card h3 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.passages { display: grid; gap: 0.15rem; margin-block-start: 0.4rem; margin-inline: -0.6rem; }
.passages a {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.8rem;
  padding: 0.45rem 0.6rem;
  border-radius: calc(var(--radius) * 0.8);
  color: inherit;
  text-decoration: none;
}
.passages a:has(> .time) { grid-template-columns: auto minmax(0, 1fr); }
.passages a:hover { background: var(--tint); }
.time { color: var(--accent); font-weight: 600; font-variant-numeric: tabular-nums; }
mark { background: color-mix(in srgb, var(--accent) 22%, transparent); color: inherit; border-radius: 0.2em; }
.shelf { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 0.9rem; }
.shelf .card { align-items: center; padding: 0.8rem; }
.shelf .art { width: 3.5rem; height: 3.5rem; }
.shelf h3 { font-size: 1.02rem; }
.pager { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.75rem 1.5rem; margin-block-start: 2rem; }
.button, .pager a, .find button {
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  padding: 0.4rem 1.1rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--raised);
  color: inherit;
  font: inherit;
  text-decoration: none;
  cursor: pointer;
}
.button:hover, .pager a:hover { border-color: var(--accent); }
.find button { border-color: transparent; background: var(--accent); color: var(--ground); font-weight: 600; }
.find { display: flex; flex-wrap: wrap; gap: 0.6rem; }
.filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 0.6rem; flex-basis: 100%; min-width: 0; margin: 0; padding: 0; border: 0; }
.filters label { display: grid; gap: 0.15rem; min-width: 0; font-size: 0.9rem; }
.find :is(input, select) {
  border: 1px solid color-mix(in srgb, var(--text) 45%, transparent);
  border-radius: var(--radius);
  background: var(--raised);
  color: inherit;
  font: inherit;
}
.find select { width: 100%; min-height: 2.75rem; padding-inline: 0.6rem; }
.find input { flex: 1; min-width: 0; min-height: 3.25rem; padding-inline: 1.1rem; }
.find input::placeholder { color: var(--muted); opacity: 1; }
.list-head { margin-block: 1.5rem 0.9rem; }
.error { display: grid; align-content: start; justify-items: start; gap: 1rem; padding-block: clamp(2rem, 8vh, 6rem); }
.error > * { max-width: 40rem; }

lectern-player, lectern-search { display: block; }
.recording { display: grid; gap: 1rem; }
.recording audio, .recording video { display: block; width: 100%; max-height: 70vh; border-radius: var(--radius); }
.recording video { aspect-ratio: 16 / 9; background: #000; }
.chapter-list a { display: grid; grid-template-columns: 4.2em minmax(0, 1fr); gap: 0.5rem; padding-block: 0.3rem; color: inherit; text-decoration: none; }
.chapter-list a:hover { text-decoration: underline; }
${TRANSCRIPT_STYLE}/* Where the player is about to come, what is read without it takes the player's place. */
@media (scripting: enabled) {
  lectern-player { min-height: var(--player-height, 12rem); }
  lectern-search { min-height: 100vh; }
  .recording .transcript { max-height: 26rem; overflow: hidden; }
  .recording .platform { display: grid; place-items: center; aspect-ratio: 16 / 9; border-radius: var(--radius); background: var(--tint); }
  .recording:not(:has(audio, video, .platform)) { padding-block: 5rem; }
}
:root:has(.embed) { scrollbar-gutter: auto; }
.embed { display: block; background: var(--raised); --lectern-radius: 0; }
.embed main { max-width: none; padding: 0; }
.embed h1 { padding: 0.7rem 0.85rem 0.6rem; font-size: 1.0625rem; line-height: 1.3; letter-spacing: 0; text-wrap: initial; }
.embed h1.unseen { padding: 0; }
.embed h1 a { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; color: inherit; text-decoration: none; }
.embed h1 a:hover { text-decoration: underline; }
.embed lectern-player { min-height: 0; }
.embed .article { margin: 0; padding: 0 0.85rem 1.5rem; }
.embed .article-head { position: sticky; inset-block-start: 0; z-index: 1; margin-block: 0 0.6rem; padding-block: 0.4rem; background: var(--raised); }
.embed .article-head h2 { font-size: 1rem; }
.embed .article .transcript { font-size: 1rem; line-height: 1.6; gap: 0.8rem; }
.embed .article .transcript :is(h3, h4, h5, h6) { font-size: 1.05rem; }
.embed main.error { padding: 1.25rem; gap: 0.4rem; }
.embed .error h1 { padding: 0; }
.bare, .bare main, .bare lectern-player { height: 100dvh; min-height: 0; overflow: hidden; background: #000; }
@media print {
  header.site nav, footer.site, .pager, .find, .find-text, .skip { display: none; }
}
`;
