/** Renders what surrounds the recording: title and details, the share button, and notices. */
import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { ApiError, ItemDetail } from '../api.js';
import { clockTime } from '../../../strings/format.js';
import { icons } from '../theme.js';
import type { Words } from '../words.js';

/** Renders title, people, date, scriptures, and the paragraphs of the description. */
export const renderDetails = (item: ItemDetail, words: Words): TemplateResult => {
  const { speakers, series, date, durationSecs, scriptures } = item;
  const facts = [
    speakers.map(({ name }) => name).join(', '),
    series?.title,
    item.dateIsKnown && words.format.day(date),
    durationSecs ? words.format.minutes(durationSecs) : '',
  ].filter(Boolean);
  const paragraphs = (item.description ?? '').split(/\n\s*\n/).filter((text) => text.trim());
  return html`<header part="details">
    <h2 part="title" class="text">${item.title}</h2>
    ${item.subTitle ? html`<p class="text">${item.subTitle}</p>` : nothing}
    <p class="muted" part="meta">
      ${facts.map((fact, at) => html`${at > 0 ? ' · ' : nothing}<bdi class="text">${fact}</bdi>`)}
    </p>
    ${
      scriptures.length > 0
        ? html`<p class="muted" part="meta">
            ${words.say('scriptures')}: <bdi>${scriptures.map(({ citation }) => citation).join('; ')}</bdi>
          </p>`
        : nothing
    }
    ${paragraphs.map((text) => html`<p class="text" part="description">${text}</p>`)}
  </header>`;
};

/** Shows the element's own content until the player has loaded. */
export const renderWaiting = (words: Words): TemplateResult =>
  html`<slot
    ><div class="waiting" aria-busy="true"><p class="muted">${words.say('loadingItem')}</p></div></slot
  >`;

export const renderFailure = (
  { kind, retryAfterSecs }: ApiError,
  words: Words,
  retry: () => void,
): TemplateResult => {
  const said = {
    missing: words.say('itemMissing'),
    offline: words.say('offline'),
    limited: words.say('limitedAdvice', { n: retryAfterSecs }),
    server: words.say('serverAdvice'),
  }[kind];
  return html`<div class="note" part="note" role="alert">
    <p>${said}</p>
    ${
      kind === 'missing'
        ? nothing
        : html`<button type="button" class="button" part="button" @click=${retry}>
            ${words.say('retry')}
          </button>`
    }
  </div>`;
};

/** A button that shows a link to the current time, ready to copy. */
export class ShareButton implements ReactiveController {
  private link: { url: string; isCopied: boolean } | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & {
      currentTime: number;
      renderRoot: HTMLElement | DocumentFragment;
    },
    private readonly words: Words,
    private readonly urlNow: () => string,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.link = undefined;
  }

  private readonly toggle = (): void => {
    this.link = this.link ? undefined : { url: this.urlNow(), isCopied: false };
    this.host.requestUpdate();
    if (this.link) void this.host.updateComplete.then(() => this.field?.select());
  };

  private readonly copy = async (): Promise<void> => {
    const { field, link } = this;
    if (!field || !link) return;
    field.select();
    try {
      await navigator.clipboard.writeText(link.url);
      link.isCopied = true;
    } catch {
      // The clipboard needs HTTPS. Without it, the link is selected for copying by hand.
    }
    this.host.requestUpdate();
  };

  private get field(): HTMLInputElement | null {
    return this.host.renderRoot.querySelector('#link');
  }

  /** Escape closes the link only. It must not reach an enclosing search, which would close the player. */
  private readonly onKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape') return;
    this.toggle();
    this.host.renderRoot.querySelector<HTMLElement>('#share')?.focus();
  };

  renderButton(): TemplateResult {
    const { words, link } = this;
    return html`<button
      id="share"
      type="button"
      class="share"
      part="share"
      aria-label=${words.say('share')}
      title=${words.say('share')}
      aria-expanded=${link ? 'true' : 'false'}
      aria-controls="share-link"
      @click=${this.toggle}
    >
      ${icons.share()}
    </button>`;
  }

  renderLink(): TemplateResult {
    const { words, link } = this;
    const time = new URL(link?.url ?? 'x:').searchParams.get('t') ?? '0';
    return html`<div id="share-link" class="link-row" ?hidden=${!link} @keydown=${this.onKey}>
      <input
        id="link"
        type="text"
        readonly
        dir="ltr"
        aria-label=${words.say('shareLink', { time: clockTime(Number(time)) })}
        .value=${link?.url ?? ''}
      />
      <button type="button" class="button" part="button" @click=${this.copy}>${words.say('copy')}</button>
      <span class="muted" role="status">${link?.isCopied ? words.say('copied') : ''}</span>
    </div>`;
  }
}

/** Renders the row below the controls. */
export const renderUnder = (notice: string, share: ShareButton): TemplateResult =>
  html`<div class="under">
    <p class="muted" role="status">${notice}</p>
    ${share.renderLink()}
  </div>`;
