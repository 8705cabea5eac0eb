/** What both components have in common: where they call, how they speak, and how they look. */
import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { LecternEventDetails } from '../../client/components.js';
import { apiOf, type Api, type Config } from './api.js';
import type { Strings } from '../../strings/message.js';
import { Words } from './words.js';

/**
 * @attr {string} base-url - Address of the public host, if not where the script comes from
 * @attr {string} lang - Language of the words: en, de, es, fr, pt; that of the page if absent, or else the account's
 * @attr {json} strings - Words that replace the component's own
 * @attr {string} embed-token - Token of the site, if it is not the account's own
 * @attr {boolean} remember - Keeps positions and unsent events in local storage
 * @attr {'light'|'dark'|'auto'} theme - A ground of its own, instead of the page's
 *
 * @cssprop --lectern-accent - Links, marks, current line, focus; the account's colour if absent
 * @cssprop --lectern-accent-dark - The same in the dark
 * @cssprop --lectern-font - Font, if not the page's
 * @cssprop --lectern-radius - Radius of the corners
 * @cssprop --lectern-surface - Ground of what floats
 * @cssprop --lectern-surface-dark - The same in the dark
 * @cssprop --lectern-text - Text on it
 * @cssprop --lectern-text-dark - The same in the dark
 * @cssprop --lectern-muted - Less important text
 * @cssprop --lectern-line - Lines and borders
 * @cssprop --lectern-tint - Quiet grounds
 * @cssprop --lectern-mark - Ground of the words that were found
 */
export class LecternElement extends LitElement {
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    lang: {},
    strings: { type: Object },
    embedToken: { attribute: 'embed-token' },
    remember: { type: Boolean },
    config: { state: true },
  };

  baseUrl = '';
  strings: Partial<Strings> | undefined;
  embedToken = '';
  remember = false;
  protected config: Config | undefined;
  protected readonly words = new Words(this);

  protected get api(): Api {
    return apiOf(this.baseUrl);
  }

  /** The account's, once it is known. */
  protected get logoUrl(): string | null {
    return this.config?.account.logoUrl ?? null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || changed.has('baseUrl')) void this.loadConfig();
    // Words are read after this, and go by the attribute.
    if (this.lang) this.setAttribute('lang', this.lang);
  }

  /** Takes colour and language of the account, as far as the page does not say others. */
  private async loadConfig(): Promise<void> {
    const { api } = this;
    const config = await api.config().catch(() => undefined);
    if (api !== this.api) return;
    this.config = config;
    const { accentColorHex = null, language = null } = config?.account ?? {};
    this.style.setProperty('--lectern-account-accent', accentColorHex);
    this.words.setDefaultLanguage(language ?? 'en');
  }

  /** @returns false when a listener has prevented what follows */
  protected emit<Name extends keyof LecternEventDetails>(
    name: Name,
    detail: LecternEventDetails[Name],
  ): boolean {
    const options = { detail, bubbles: true, composed: true, cancelable: name === 'lectern-select' };
    return this.dispatchEvent(new CustomEvent(name, options));
  }
}
