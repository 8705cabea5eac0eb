/** The search box: an editable combobox with list autocompletion, after the ARIA pattern. */
import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { Api, Suggestion } from '../api.js';
import type { Strings } from '../../../strings/message.js';
import { marked } from '../text.js';
import { icons } from '../theme.js';
import type { Words } from '../words.js';
import { createCompletions, type Completions } from './completions.js';

interface Actions {
  words: Words;
  api(): Api;
  placeholder(): string;
  /** Called when the visitor submits this text. */
  submit(text: string): void;
  /** Called when the visitor chooses a suggestion. */
  choose(suggestion: Suggestion): void;
}

const KINDS: Record<Suggestion['type'], keyof Strings> = {
  item: 'suggestionOfItem',
  speaker: 'suggestionOfSpeaker',
  series: 'suggestionOfSeries',
  topic: 'suggestionOfTopic',
  scripture: 'suggestionOfScripture',
};

export class Combobox implements ReactiveController {
  private text = '';
  private suggestions: Suggestion[] = [];
  private active = -1;
  private isOpen = false;
  private completions: Completions | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & { renderRoot: HTMLElement | DocumentFragment },
    private readonly actions: Actions,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.completions?.stop();
    this.completions = undefined;
  }

  /** Sets a text that was not typed here. */
  setText(text: string): void {
    this.text = text;
    this.close();
  }

  focus(): void {
    this.input?.focus();
  }

  private get input(): HTMLInputElement | null {
    return this.host.renderRoot.querySelector('#box');
  }

  private close(): void {
    this.completions?.stop();
    this.isOpen = false;
    this.active = -1;
    this.host.requestUpdate();
  }

  private readonly show = (suggestions: Suggestion[]): void => {
    this.suggestions = suggestions;
    this.active = -1;
    this.isOpen = suggestions.length > 0;
    this.host.requestUpdate();
  };

  private readonly onInput = (event: InputEvent): void => {
    this.text = (event.target as HTMLInputElement).value;
    this.active = -1;
    this.completions ??= createCompletions(this.actions.api(), this.show);
    this.completions.type(this.text);
    this.host.requestUpdate();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (this.suggestions.length === 0) return;
      event.preventDefault();
      this.move(key === 'ArrowDown' ? 1 : -1);
    } else if (key === 'Escape') {
      if (!this.isOpen && this.text === '') return;
      event.preventDefault();
      if (this.isOpen) this.close();
      else this.clear();
    } else if (key === 'Enter') {
      const chosen = this.isOpen ? this.suggestions[this.active] : undefined;
      if (!chosen) return;
      event.preventDefault();
      this.choose(chosen);
    } else if (key === 'Tab') this.close();
  };

  /** Moves the selection in a cycle through the list and the box itself. */
  private move(step: 1 | -1): void {
    const stops = this.suggestions.length + 1;
    this.active = this.isOpen ? ((this.active + 1 + step + stops) % stops) - 1 : step > 0 ? 0 : stops - 2;
    this.isOpen = true;
    this.host.requestUpdate();
    void this.host.updateComplete.then(() =>
      this.host.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  private choose(suggestion: Suggestion): void {
    this.close();
    this.suggestions = [];
    this.actions.choose(suggestion);
  }

  private readonly clear = (): void => {
    this.setText('');
    this.suggestions = [];
    this.focus();
  };

  private readonly onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.close();
    this.suggestions = [];
    this.actions.submit(this.text.trim());
  };

  render(): TemplateResult {
    const { words, placeholder } = this.actions;
    const { suggestions, active, isOpen } = this;
    return html`
      <form role="search" part="form" @submit=${this.onSubmit}>
        <label class="unseen" for="box">${words.say('searchLabel')}</label>
        <div class="box" part="box">
          ${icons.search()}
          <input
            id="box"
            part="input"
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-controls="suggestions"
            aria-expanded=${isOpen ? 'true' : 'false'}
            aria-activedescendant=${active >= 0 ? `suggestion-${active}` : nothing}
            autocomplete="off"
            autocapitalize="off"
            enterkeyhint="search"
            maxlength="500"
            dir=${this.text ? 'auto' : nothing}
            placeholder=${placeholder()}
            .value=${this.text}
            @input=${this.onInput}
            @keydown=${this.onKey}
            @blur=${() => this.close()}
          />
          ${
            this.text === ''
              ? nothing
              : html`<button
                  type="button"
                  class="clear"
                  part="clear"
                  aria-label=${words.say('clear')}
                  @click=${this.clear}
                >
                  ${icons.close()}
                </button>`
          }
          <button type="submit" class="submit" part="submit">${words.say('searchButton')}</button>
        </div>
        <ul
          id="suggestions"
          role="listbox"
          part="suggestions"
          aria-label=${words.say('suggestions')}
          ?hidden=${!isOpen}
        >
          ${suggestions.map((suggestion, at) => this.renderOption(suggestion, at))}
        </ul>
        <p class="unseen" role="status">
          ${isOpen ? words.say('suggestionCount', { n: suggestions.length }) : ''}
        </p>
      </form>
    `;
  }

  private renderOption(suggestion: Suggestion, at: number): TemplateResult {
    const { words } = this.actions;
    // The box keeps the focus: otherwise mousedown would blur it before the click.
    return html`<li
      id=${`suggestion-${at}`}
      role="option"
      part="suggestion"
      aria-selected=${at === this.active ? 'true' : 'false'}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @mousedown=${(event: Event) => event.preventDefault()}
      @click=${() => this.choose(suggestion)}
    >
      <span class="text">${marked(suggestion.text, suggestion.highlights)}</span>
      <span class="muted">${words.say(KINDS[suggestion.type])}</span>
    </li>`;
  }
}
