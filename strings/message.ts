/** The types of the words of the components. */
import type { en } from './en.js';

/** A sentence, or its plural forms by the categories of `Intl.PluralRules`; `{name}` stands for a value. */
export type Message = string | ({ other: string } & Partial<Record<'one' | 'few' | 'many', string>>);

export type Strings = Record<keyof typeof en, Message>;
