/** Reads what a player needs of an item: the item, its chapters and its transcript. */
import { ApiError, type Api, type Chapter, type ItemDetail } from '../api.js';
import { parseVtt, type Cue } from './vtt.js';

export interface PlayedItem {
  item: ItemDetail;
  chapters: Chapter[];
  cues: Cue[];
  /** Of what is spoken, as far as it is known. */
  language: string;
}

/**
 * @param named id or slug
 * @param collectionId of a slug that several collections have
 * @throws {ApiError} when the item cannot be had; chapters and transcript may be missing
 */
export const loadItem = async (
  api: Api,
  named: string,
  collectionId: string,
  signal: AbortSignal,
): Promise<PlayedItem> => {
  const isId = /^[1-9]\d{0,14}$/.test(named);
  const path = isId ? `/items/${named}` : `/items/by-slug/${encodeURIComponent(named)}`;
  const params = isId ? {} : { collectionId: collectionId || undefined };
  const { item } = await api.get<{ item: ItemDetail }>(path, params, signal);
  const [chapters, transcript] = await Promise.all([
    optional(api.get<{ chapters: Chapter[] }>(`/items/${item.id}/chapters`, {}, signal)),
    optional(api.text(`/items/${item.id}/transcript.vtt`, signal)),
  ]);
  const { inLanguage } = item.jsonLd;
  return {
    item,
    chapters: chapters?.chapters ?? [],
    cues: parseVtt(transcript ?? ''),
    language: typeof inLanguage === 'string' ? inLanguage : '',
  };
};

const optional = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
};
