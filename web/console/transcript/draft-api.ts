/** The calls about the person's own draft of a transcript. */
import { unwrap, type LecternClient, type Schemas } from '../../../client/index.js';
import type { Operation } from './segments.js';

export type SavedDraft = Schemas['SavedTranscriptDraft'];
export type SegmentConflict = {
  segmentId: string;
  base: Schemas['Segment'] | null;
  theirs: Schemas['Segment'] | null;
  yours: Schemas['Segment'] | null;
};
export type Decisions = ReadonlyMap<string, 'theirs' | 'yours'>;

/** Proxies that compress make ETags weak. */
const tagOf = (response: Response): string => (response.headers.get('ETag') ?? '').replace(/^W\//, '');

export interface DraftApi {
  /** Null if there is none. */
  read(options?: { segments: boolean }): Promise<{ draft: SavedDraft; tag: string } | null>;
  readSegments(): Promise<{ transcript: Schemas['RawTranscript']; tag: string }>;
  /**
   * @param tag of the draft that it replaces
   * @returns its own tag
   */
  save(base: string, operations: readonly Operation[], tag: string | null): Promise<string>;
  discard(tag?: string): Promise<void>;
  /** @returns the segments that others have changed too, if nothing was applied because of them */
  apply(decisions: Decisions, draftId?: number): Promise<SegmentConflict[]>;
  /** The segments as a draft of somebody else has them. */
  readSegmentsOf(draftId: number): Promise<Schemas['Segment'][]>;
}

/** @param mediaAssetId of the transcript; the one that search uses by default */
export const draftApi = (api: LecternClient, itemId: number, mediaAssetId: number | undefined): DraftApi => {
  const path = { itemId };
  const query = { mediaAssetId };
  const ifMatch = (tag: string | null | undefined) => (tag ? { 'If-Match': tag } : {});
  return {
    read: async ({ segments } = { segments: true }) => {
      const result = await api.GET('/items/{itemId}/transcript/draft', {
        params: { path, query: { ...query, segments, words: segments } },
      });
      if (result.response.status === 404) return null;
      const { draft } = await unwrap(Promise.resolve(result));
      return { draft, tag: tagOf(result.response) };
    },
    readSegments: async () => {
      const result = await api.GET('/items/{itemId}/transcript/segments', {
        params: { path, query: { ...query, words: true } },
      });
      const transcript = await unwrap(Promise.resolve(result));
      return { transcript, tag: tagOf(result.response) };
    },
    save: async (base, operations, tag) => {
      const result = await api.PUT('/items/{itemId}/transcript/draft', {
        params: { path, query, header: ifMatch(tag) },
        body: { base, operations: [...operations] },
      });
      await unwrap(Promise.resolve(result));
      return tagOf(result.response);
    },
    discard: async (tag) => {
      await unwrap(
        api.DELETE('/items/{itemId}/transcript/draft', { params: { path, query, header: ifMatch(tag) } }),
      );
    },
    apply: async (decisions, draftId) => {
      const result = await api.POST('/items/{itemId}/transcript/draft/apply', {
        params: { path, query: draftId === undefined ? query : { draftId } },
        body: { decisions: [...decisions].map(([segmentId, use]) => ({ segmentId, use })) },
      });
      const conflicts = result.response.status === 409 ? (result.error?.error.conflicts ?? []) : [];
      if (conflicts.length === 0) await unwrap(Promise.resolve(result));
      return conflicts.map(({ path: place, ...sides }) => ({
        ...(sides as Omit<SegmentConflict, 'segmentId'>),
        segmentId: place.replace(/^segments\./, ''),
      }));
    },
    readSegmentsOf: async (draftId) => {
      const { draft } = await unwrap(
        api.GET('/items/{itemId}/transcript/draft', { params: { path, query: { draftId, segments: true } } }),
      );
      return draft.segments ?? [];
    },
  };
};
