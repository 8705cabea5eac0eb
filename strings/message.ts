/** The types of the words of components and pages. */
import type { en } from './en.js';
import type { en as pages } from './pages/en.js';

/** A sentence, or its plural forms by the categories of `Intl.PluralRules`; `{name}` stands for a value. */
export type Message = string | ({ other: string } & Partial<Record<'one' | 'few' | 'many', string>>);

export type Strings = Record<keyof typeof en, Message>;
export type PageStrings = Record<keyof typeof pages, Message>;
