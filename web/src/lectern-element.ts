/** Base class of both components: the API client, the language and the theme. */
import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { LecternEventDetails } from '../../client/components.js';
import { apiOf, type Api, type Config } from './api.js';
import type { Strings } from '../../strings/message.js';
import { Words } from './words.js';

/**
 * @attr {string} base-url - Public host, if the script is served from elsewhere
 * @attr {string} lang - Language: en, de, es, fr or pt; default: that of the page, or of the account
 * @attr {json} strings - Texts that replace the built-in ones
 * @attr {string} embed-token - Embed token, if the site is not one of the account's own
 * @attr {boolean} remember - Stores positions and unsent events in local storage
 * @attr {'light'|'dark'|'auto'} theme - Sets a background; by default the page's shows through
 *
 * @cssprop --lectern-accent - Links, highlights, current line, focus; default: the account's colour
 * @cssprop --lectern-accent-dark - The same in dark mode
 * @cssprop --lectern-font - Font; default: the page's
 * @cssprop --lectern-radius - Radius of the corners
 * @cssprop --lectern-surface - Background of menus and popups
 * @cssprop --lectern-surface-dark - The same in dark mode
 * @cssprop --lectern-text - Text on this background
 * @cssprop --lectern-text-dark - The same in dark mode
 * @cssprop --lectern-muted - Secondary text
 * @cssprop --lectern-line - Borders
 * @cssprop --lectern-tint - Subtle backgrounds
 * @cssprop --lectern-mark - Background of highlighted words
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

  /** The account's logo, once the configuration has loaded. */
  protected get logoUrl(): string | null {
    return this.config?.account.logoUrl ?? null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || changed.has('baseUrl')) void this.loadConfig();
    // `Words` reads the attribute after this.
    if (this.lang) this.setAttribute('lang', this.lang);
  }

  /** Applies the account's colour and language, unless the page sets its own. */
  private async loadConfig(): Promise<void> {
    const { api } = this;
    const config = await api.config().catch(() => undefined);
    if (api !== this.api) return;
    this.config = config;
    const { accentColorHex = null, language = null } = config?.account ?? {};
    this.style.setProperty('--lectern-account-accent', accentColorHex);
    this.words.setDefaultLanguage(language ?? 'en');
  }

  /** @returns false if a listener called `preventDefault()` */
  protected emit<Name extends keyof LecternEventDetails>(
    name: Name,
    detail: LecternEventDetails[Name],
  ): boolean {
    const options = { detail, bubbles: true, composed: true, cancelable: name === 'lectern-select' };
    return this.dispatchEvent(new CustomEvent(name, options));
  }
}
