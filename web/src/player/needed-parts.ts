/** Loads what only some players need: the element of a source, the text of an article, what an embed page says. */
import type { PlayedItem } from './item-loader.js';
import { loadMediaElement } from './render-controls.js';
import type { Source } from './source.js';

export interface NeededParts {
  /** On the embed page. */
  messages?: typeof import('./messages.js') | undefined;
  /** Where positions are remembered. */
  positions?: typeof import('./positions.js') | undefined;
}

interface Needs {
  /** Null where this is no embed page. */
  embed: string | null;
  remember: boolean;
  /** Of the labels of the controls. */
  lang: string;
}

export const loadParts = async (
  { paragraphs }: PlayedItem,
  source: Source | undefined,
  { embed, remember, lang }: Needs,
): Promise<NeededParts> => {
  const [messages, positions] = await Promise.all([
    embed === null ? undefined : import('./messages.js'),
    remember ? import('./positions.js') : undefined,
    source && loadMediaElement(source, embed !== null, lang),
    paragraphs.length > 0 && import('./lectern-article.js'),
  ]);
  return { messages, positions };
};
