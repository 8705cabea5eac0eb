/** Renders the field that searches the transcript, and the buttons to the next and previous match. */
import { html, nothing, type TemplateResult } from 'lit';
import { icons } from '../theme.js';
import type { Words } from '../words.js';

export interface Found {
  /** The shown match, from 1; 0 when nothing is found. */
  match: number;
  total: number;
}

/**
 * @param found undefined while the field is empty
 * @param step moves to the next or the previous match
 */
export const renderFind = (
  words: Words,
  found: Found | undefined,
  find: (query: string) => void,
  step: (by: 1 | -1) => void,
): TemplateResult => {
  const button = (by: 1 | -1, label: string): TemplateResult =>
    html`<button type="button" class="step" aria-label=${label} @click=${() => step(by)}>
      ${by > 0 ? icons.down() : icons.up()}
    </button>`;
  const onKey = (event: KeyboardEvent): void => {
    const input = event.target as HTMLInputElement;
    if (event.key === 'Escape' && input.value) {
      // Escape clears the field. It must not close what encloses it.
      event.stopPropagation();
      find((input.value = ''));
    }
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  return html`<div class="find" part="find" role="search">
    ${icons.search()}
    <input
      part="find-input"
      aria-label=${words.say('findInTalk')}
      placeholder=${words.say('findInTalk')}
      @input=${({ target }: InputEvent) => find((target as HTMLInputElement).value)}
      @keydown=${onKey}
    />
    <span class="muted" role="status"
      >${found && words.say(found.total ? 'findCount' : 'findNone', { n: found.match, total: found.total })}</span
    >
    ${found?.total ? [button(-1, words.say('findPrevious')), button(1, words.say('findNext'))] : nothing}
  </div>`;
};
