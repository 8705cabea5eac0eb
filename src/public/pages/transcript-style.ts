/** Styles of transcripts and articles: paragraphs, lists, quotations, tables, and the field to find words in them. */

export const TRANSCRIPT_STYLE = `.transcript { display: grid; gap: 0.8rem; max-width: 44rem; }
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
