/** Styles of the transcript. */
import { css } from 'lit';

export const transcriptStyles = css`
  section {
    position: relative;
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    height: 100%;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
    padding: 0.5rem 0.75rem;
    border-block-end: 1px solid var(--line);
  }
  h3 {
    font-size: 1em;
  }
  .find {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    flex: 1 1 12rem;
    max-width: 20rem;
    min-height: 2.5rem;
    padding-inline: 0.7rem 0.25rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  .find:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .find svg {
    width: 1em;
    height: 1em;
    color: var(--muted);
  }
  .find input {
    flex: 1;
    min-width: 0;
    border: 0;
    outline: 0;
    background: none;
    font-size: max(0.95em, 16px);
  }
  .find input::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  .find .muted {
    white-space: nowrap;
  }
  .step {
    display: grid;
    place-items: center;
    width: 2rem;
    height: 2rem;
    border: 0;
    background: none;
  }
  .lines {
    position: relative;
    height: var(--lectern-transcript-height, 26rem);
    overflow-y: auto;
    overscroll-behavior: contain;
    padding: 0.5rem;
  }
  h4 {
    margin-block: 1rem 0.35rem;
    padding-inline: 0.5rem;
    font-size: 1.02em;
  }
  h4:first-child {
    margin-block-start: 0.25rem;
  }
  .speaker {
    margin-block-start: 0.75rem;
    padding-inline: 0.5rem;
    font-weight: 650;
    font-size: 0.92em;
  }
  .line {
    display: grid;
    grid-template-columns: 3.6em minmax(0, 1fr);
    gap: 0.5rem;
    align-items: baseline;
    padding: 0.3rem 0.5rem;
    border-radius: calc(var(--radius) * 0.6);
  }
  .line:hover {
    background: var(--tint);
  }
  .line[aria-current] {
    background: color-mix(in srgb, var(--accent) 14%, transparent);
    box-shadow: inset 3px 0 var(--accent);
  }
  .line[aria-current]:dir(rtl) {
    box-shadow: inset -3px 0 var(--accent);
  }
  .line.shown mark {
    outline: 2px solid var(--accent);
  }
  .time {
    color: var(--muted);
    font-size: 0.86em;
    font-variant-numeric: tabular-nums;
  }
  .follow {
    position: absolute;
    inset-block-end: 0.75rem;
    inset-inline: 0;
    margin-inline: auto;
    width: max-content;
    max-width: 90%;
    border-color: var(--accent);
    background: var(--surface);
    color: var(--on-surface);
    box-shadow: 0 0.3rem 1rem rgb(0 0 0 / 0.2);
  }
`;
