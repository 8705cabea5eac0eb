/** Loads an item with its chapters and its transcript. */
import { ApiError, type Api, type Chapter, type ItemDetail, type Transcript } from '../api.js';
import type { Cue } from './cues.js';

export type TextParagraph = NonNullable<Transcript['paragraphs']>[number];

export interface PlayedItem {
  item: ItemDetail;
  chapters: Chapter[];
  /** The lines of a transcript with times. */
  cues: Cue[];
  /** The paragraphs of a text without times. */
  paragraphs: readonly TextParagraph[];
  /** The language of the transcript, if it is known. */
  language: string;
}

/**
 * @param named id or slug
 * @param collectionId needed if several collections use the slug
 * @throws {ApiError} when the item cannot be loaded; missing chapters or transcript are no error
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
  const [chapters, text] = await Promise.all([
    optional(api.get<{ chapters: Chapter[] }>(`/items/${item.id}/chapters`, {}, signal)),
    optional(api.get<{ transcript: Transcript }>(`/items/${item.id}/transcript`, {}, signal)),
  ]);
  const { segments = [], paragraphs = [], language = null } = text?.transcript ?? {};
  return {
    item,
    chapters: chapters?.chapters ?? [],
    cues: segments.map(({ startMs, endMs, ...cue }) => ({
      ...cue,
      start: startMs / 1_000,
      end: endMs / 1_000,
    })),
    paragraphs,
    language: language ?? '',
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
