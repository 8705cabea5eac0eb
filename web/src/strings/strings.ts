/** The component texts by language. Pages can replace any of them. */
import { en } from '../../../strings/en.js';
import type { LoadedLanguage } from '../../../strings/languages.js';
import type { Strings } from '../../../strings/message.js';

const others: Record<string, () => Promise<Strings>> = {
  de: async () => (await import('../../../strings/de.js')).de,
  es: async () => (await import('../../../strings/es.js')).es,
  fr: async () => (await import('../../../strings/fr.js')).fr,
  pt: async () => (await import('../../../strings/pt.js')).pt,
} satisfies Record<LoadedLanguage, () => Promise<Strings>>;

/** The `lang` of an element or its nearest ancestor, across shadow roots; undefined if none is set. */
export const languageOf = (element: Element): string | undefined => {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const lang = at.getAttribute('lang');
    if (lang) return lang;
  }
  return undefined;
};

const parentOf = (element: Element): Element | null => {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
};

/** Falls back to English if the language is unknown or cannot be loaded. */
export const loadStrings = async (lang: string): Promise<Strings> => {
  const load = others[lang.toLowerCase().split('-')[0] ?? ''];
  try {
    return load ? await load() : en;
  } catch {
    return en;
  }
};
