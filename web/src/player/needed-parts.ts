/** Loads the parts that only some players need: the source's element, the article, the embed page's messages. */
import type { PlayedItem } from './item-loader.js';
import { loadMediaElement } from './render-controls.js';
import type { Source } from './source.js';

export interface NeededParts {
  /** Loaded on the embed page. */
  messages?: typeof import('./messages.js') | undefined;
  /** Loaded where positions are remembered. */
  positions?: typeof import('./positions.js') | undefined;
}

interface Needs {
  /** Null if this is not an embed page. */
  embed: string | null;
  remember: boolean;
  /** Language of the control labels. */
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
