/** Types of the messages that components, pages and mails show. */
import type { en as digest } from './digest/en.js';
import type { en } from './en.js';
import type { en as pages } from './pages/en.js';

/** A message, or its plural forms by `Intl.PluralRules` category. `{name}` is a placeholder for a value. */
export type Message = string | ({ other: string } & Partial<Record<'one' | 'few' | 'many', string>>);

export type Strings = Record<keyof typeof en, Message>;
export type PageStrings = Record<keyof typeof pages, Message>;
export type DigestStrings = Record<keyof typeof digest, Message>;
