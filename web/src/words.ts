/** Gives an element the texts and formatters of its language. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createFormat, type Format } from '../../strings/format.js';
import type { Strings } from '../../strings/message.js';
import { languageOf, loadStrings } from './strings/strings.js';

type Host = ReactiveControllerHost & Element & { strings: Partial<Strings> | undefined };

/** A character that no text contains. */
const SEPARATOR = '\u{1F}';

export class Words implements ReactiveController {
  /** The language of the element or its nearest ancestor, e.g. `de-AT`; empty until it is known. */
  lang = '';
  format: Format = createFormat('en');
  private loaded: Strings | undefined;
  /** Used if the page sets no language. */
  private defaultLang = '';

  constructor(private readonly host: Host) {
    host.addController(this);
  }

  hostConnected(): void {
    this.look();
  }

  /** Checks whether the element's `lang` has changed. */
  hostUpdate(): void {
    this.look();
  }

  /** Sets the account's language, for pages that set none. */
  setDefaultLanguage(lang: string): void {
    this.defaultLang = lang;
    this.look();
  }

  /** False until the first language has loaded: the element shows no text in another one before. */
  get isReady(): boolean {
    return this.loaded !== undefined;
  }

  say(key: keyof Strings, values?: Record<string, string | number>): string {
    const message = this.host.strings?.[key] ?? this.loaded?.[key] ?? '';
    return this.format.say(message, values);
  }

  /** A message with rendered content in place of one value. */
  around(key: keyof Strings, name: string, content: unknown): unknown[] {
    const [before = '', after = ''] = this.say(key, { [name]: SEPARATOR }).split(SEPARATOR);
    return [before, content, after];
  }

  private look(): void {
    const lang = languageOf(this.host) ?? this.defaultLang;
    if (lang === this.lang || lang === '') return;
    this.lang = lang;
    this.format = createFormat(lang);
    void loadStrings(lang).then((strings) => {
      if (this.lang !== lang) return;
      this.loaded = strings;
      this.host.requestUpdate();
    });
  }
}
