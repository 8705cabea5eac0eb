/** Styles of results, filters and notes. */
import { css } from 'lit';

export const resultStyles = css`
  .shown {
    display: grid;
    gap: 1rem;
    margin-block-start: 1.25rem;
  }
  .loading > * {
    opacity: 0.55;
  }
  @media (prefers-reduced-motion: no-preference) {
    .shown > * {
      transition: opacity 0.2s 0.15s;
    }
  }
  h2 {
    font-size: 1.15em;
    line-height: 1.3;
  }
  .summary {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0.6rem 1.25rem;
  }
  .facets {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    min-width: 0;
  }
  .facet {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
    max-width: 100%;
    min-height: 2.75rem;
    padding-inline: 0.85rem 0.6rem;
    border: 1px solid var(--line);
    border-radius: 2rem;
    font-size: 0.9em;
  }
  .facet.chosen {
    border-color: var(--accent);
    background: color-mix(in srgb, var(--accent) 10%, transparent);
  }
  .facet:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .facet span {
    color: var(--muted);
    white-space: nowrap;
  }
  .facet select {
    appearance: none;
    field-sizing: content;
    min-width: 0;
    max-width: 11rem;
    min-height: 2.6rem;
    padding-inline-end: 1.5rem;
    margin-inline-end: -1.5rem;
    border: 0;
    outline: 0;
    background: none;
    font-weight: 600;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .facet option {
    background: var(--surface);
    color: var(--on-surface);
    font-weight: 400;
  }
  .facet svg {
    pointer-events: none;
    width: 1em;
    height: 1em;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    padding-inline-start: 0.9rem;
    border: 1px solid var(--accent);
    border-radius: 2rem;
    background: color-mix(in srgb, var(--accent) 10%, transparent);
  }
  .chip button {
    display: grid;
    place-items: center;
    width: 2.5rem;
    height: 2.5rem;
    border: 0;
    border-radius: 2rem;
    background: none;
  }
  .results {
    display: grid;
    gap: 0.75rem;
  }
  .card {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    padding: 1rem;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 1.35);
    background: var(--lectern-card, transparent);
  }
  .card:has(> .art) {
    grid-template-columns: auto minmax(0, 1fr);
  }
  /* A strip within the rounded border: a thicker border would be a crescent. */
  .card[style*='--edge'] {
    border-inline-start-color: var(--edge);
    background: linear-gradient(var(--edge) 0 0) 0 0 / 5px 100% no-repeat border-box
      var(--lectern-card, transparent);
  }
  .card[style*='--edge']:dir(rtl) {
    background-position: 100% 0;
  }
  .art {
    width: 5.5rem;
    height: 5.5rem;
    border-radius: var(--radius);
    object-fit: cover;
    background: var(--tint);
  }
  .about {
    display: grid;
    align-content: start;
    gap: 0.2rem;
    min-width: 0;
  }
  h3 {
    font-size: 1.12em;
    line-height: 1.3;
  }
  .title {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
    font-weight: 650;
  }
  .passages {
    display: grid;
    gap: 0.1rem;
    margin-block-start: 0.45rem;
    margin-inline: -0.6rem;
  }
  .passage {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: baseline;
    gap: 0.7rem;
    padding: 0.45rem 0.6rem;
    border-radius: calc(var(--radius) * 0.8);
  }
  .passage:hover {
    background: var(--tint);
  }
  .time {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
    min-width: 4.2em;
    color: var(--accent);
    font-variant-numeric: tabular-nums;
    font-weight: 600;
  }
  .time svg {
    width: 1em;
    height: 1em;
  }
  .words,
  .description {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
  }
  .shelf {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
    gap: 0.75rem;
  }
  .shelf .card {
    height: 100%;
    align-items: center;
    padding: 0.75rem;
  }
  .shelf .art {
    width: 3.5rem;
    height: 3.5rem;
  }
  a.card:hover,
  article.card:hover {
    border-color: color-mix(in srgb, currentColor 40%, transparent);
  }
  .note {
    display: grid;
    justify-items: center;
    gap: 0.5rem;
    padding: 2.5rem 1rem;
    border: 1px dashed var(--line);
    border-radius: calc(var(--radius) * 1.35);
    text-align: center;
  }
  .lead {
    font-size: 1.15em;
    font-weight: 600;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.6rem;
  }
  .return {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0 1.5rem;
    margin-block-end: 0.75rem;
  }
  .back {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 2.75rem;
    text-decoration: none;
  }
  @container (max-width: 34rem) {
    .submit {
      display: none;
    }
    .card {
      gap: 0.75rem;
      padding: 0.85rem;
    }
    article.card .art {
      width: 3.5rem;
      height: 3.5rem;
    }
    .card:has(> .art) .passages {
      /* Below the picture, over the whole width. */
      margin-inline-start: -4.85rem;
    }
    .facets {
      width: 100%;
    }
  }
`;
