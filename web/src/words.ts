/** Gives an element the words and formats of its language. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createFormat, type Format } from '../../strings/format.js';
import type { Strings } from '../../strings/message.js';
import { languageOf, loadStrings } from './strings/strings.js';

type Host = ReactiveControllerHost & Element & { strings: Partial<Strings> | undefined };

/** A character that no sentence has. */
const SEPARATOR = '\u{1F}';

export class Words implements ReactiveController {
  /** Of the element or what it is in, e.g. `de-AT`; empty until it is known. */
  lang = '';
  format: Format = createFormat('en');
  private loaded: Strings | undefined;
  /** Where the page says none. */
  private defaultLang = '';

  constructor(private readonly host: Host) {
    host.addController(this);
  }

  hostConnected(): void {
    this.look();
  }

  /** The element's `lang` may have changed. */
  hostUpdate(): void {
    this.look();
  }

  /** That of the account, for pages that do not say theirs. */
  setDefaultLanguage(lang: string): void {
    this.defaultLang = lang;
    this.look();
  }

  /** False until the first language is there: nothing is shown in another one before. */
  get isReady(): boolean {
    return this.loaded !== undefined;
  }

  say(key: keyof Strings, values?: Record<string, string | number>): string {
    const message = this.host.strings?.[key] ?? this.loaded?.[key] ?? '';
    return this.format.say(message, values);
  }

  /** A sentence with something else than text in place of one value. */
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
