/** Items with a transcript, and the calls that edit it, for the tests of its drafts. */
import { expect } from 'vitest';
import type { Client } from './client.js';
import { buildItem } from './factories.js';
import type { TestApp } from './start-app.js';

export const SEGMENTS = [
  { text: 'Grace and piece to you.', startMs: 0, endMs: 2_000 },
  { text: 'Amen.', startMs: 2_000, endMs: 3_000 },
  { text: 'Let us pray.', startMs: 3_000, endMs: 4_000 },
  { text: 'Our Father.', startMs: 4_000, endMs: 5_000 },
];

export const path = (id: number): string => `/items/${id}/transcript/draft`;

export const text = (segmentId: string | undefined, words: string) => ({
  op: 'text',
  segmentId,
  text: words,
});

export const save = (api: Client, id: number, base: string, operations: unknown[], headers = {}) =>
  api.put(path(id), { base, operations }, headers);

/** @param appOf returns the app once it has started */
export const transcriptsOf = (appOf: () => TestApp) => {
  const api = () => appOf().demo.api;
  const read = async (id: number, query = '') => {
    const { body, headers } = await api().get(`/items/${id}/transcript/segments${query}`);
    return {
      etag: String(headers.etag),
      ids: body.segments.map((one: { id: string }) => one.id) as string[],
      texts: body.segments.map((one: { text: string }) => one.text) as string[],
    };
  };
  return {
    read,
    withTranscript: async (segments: unknown = SEGMENTS) => {
      const id = (await buildItem(appOf().demo)).id as number;
      expect((await api().put(`/items/${id}/transcript`, { segments })).status).toBe(200);
      return { id, ...(await read(id)) };
    },
    patch: (id: number, ...operations: unknown[]) => api().patch(`/items/${id}/transcript`, { operations }),
  };
};
