/** Styles of the search box and its autocomplete list. */
import { css } from 'lit';

export const boxStyles = css`
  .box {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    padding: 0.25rem;
    padding-inline-start: 0.9rem;
    border: 1px solid color-mix(in srgb, currentColor 45%, transparent);
    border-radius: calc(var(--radius) * 1.5);
    background: var(--tint);
  }
  .box:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
    border-color: var(--accent);
  }
  .box > svg {
    color: var(--muted);
  }
  .box input {
    flex: 1;
    min-width: 0;
    min-height: 2.75rem;
    border: 0;
    outline: 0;
    background: none;
    font-size: max(1.05em, 16px);
    text-overflow: ellipsis;
  }
  .box input::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  .clear {
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    border: 0;
    border-radius: var(--radius);
    background: none;
    color: var(--muted);
  }
  .submit {
    min-height: 2.75rem;
    padding-inline: 1.1rem;
    border: 0;
    border-radius: calc(var(--radius) * 1.25);
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  form {
    position: relative;
  }
  [role='listbox'] {
    position: absolute;
    inset-inline: 0;
    top: calc(100% + 0.4rem);
    z-index: 10;
    max-height: min(24rem, 60vh);
    overflow-y: auto;
    padding: 0.35rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--on-surface);
    box-shadow: 0 0.75rem 2.5rem rgb(0 0 0 / 0.18);
  }
  [role='option'] {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
    gap: 1rem;
    padding: 0.6rem 0.8rem;
    border-radius: calc(var(--radius) * 0.7);
    cursor: pointer;
  }
  [role='option'] .muted {
    flex: none;
  }
  [role='option']:hover {
    background: color-mix(in srgb, currentColor 6%, transparent);
  }
  [role='option'][aria-selected='true'] {
    background: color-mix(in srgb, var(--accent) 16%, transparent);
    box-shadow: inset 3px 0 var(--accent);
  }
  [role='option'][aria-selected='true']:dir(rtl) {
    box-shadow: inset -3px 0 var(--accent);
  }
  [role='option'] mark {
    padding: 0;
    background: none;
    font-weight: 700;
  }
`;
