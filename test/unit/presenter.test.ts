/** Presenters: which fields of a row are returned, and how stored values become JSON. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fileUrl, signedFileUrl } from '../../src/platform/lib/fields.js';
import { storedLinks } from '../../src/platform/lib/links.js';
import { presenter } from '../../src/platform/lib/present.js';

const BASE = 'https://library.example.org/v2';
const FILES = 'https://files.example.org';
const LINKS = {
  ...storedLinks,
  baseUrl: BASE,
  filesBaseUrl: FILES,
  sign: (path: string) => `${path}/signed`,
};

/** As sent: without undefined keys. */
const sent = (schema: z.ZodType, value: unknown): unknown =>
  JSON.parse(JSON.stringify(presenter(schema)(value, LINKS)));

describe('presenter', () => {
  it('copies declared keys and omits all others, at every depth', () => {
    const speaker = z.object({ id: z.int(), name: z.string() });
    const schema = z.object({ id: z.int(), collection: speaker.nullable(), speakers: z.array(speaker) });
    const secret = { id: 1, name: 'A', secretHash: 'x', accountId: 9 };
    expect(sent(schema, { ...secret, collection: secret, speakers: [secret, secret] })).toEqual({
      id: 1,
      collection: { id: 1, name: 'A' },
      speakers: [
        { id: 1, name: 'A' },
        { id: 1, name: 'A' },
      ],
    });
    expect(sent(schema, { id: 2, collection: null, speakers: [] })).toEqual({
      id: 2,
      collection: null,
      speakers: [],
    });
  });

  it('converts 0 and 1 to booleans', () => {
    const schema = z.object({ a: z.boolean(), b: z.boolean().nullable(), c: z.boolean().optional() });
    expect(sent(schema, { a: 1, b: 0, c: 1 })).toEqual({ a: true, b: false, c: true });
    expect(sent(schema, { a: 0, b: null })).toEqual({ a: false, b: null });
    expect(sent(schema, { a: true, b: false, c: false })).toEqual({ a: true, b: false, c: false });
    expect(sent(z.array(z.boolean()), [0, 1])).toEqual([false, true]);
  });

  it('parses stored JSON, and presents its contents', () => {
    const size = z.object({ width: z.int(), keyed: z.boolean() });
    const schema = z.object({
      metadata: z.record(z.string(), z.unknown()).nullable(),
      size,
      scopes: z.array(z.string()),
      sizes: z.array(size).optional(),
    });
    const stored = {
      metadata: '{"url":"/files/1/x"}',
      size: '{"width":3,"keyed":1,"more":2}',
      scopes: '["a"]',
    };
    expect(sent(schema, { ...stored, sizes: '[{"width":4,"keyed":0}]' })).toEqual({
      metadata: { url: '/files/1/x' },
      size: { width: 3, keyed: true },
      scopes: ['a'],
      sizes: [{ width: 4, keyed: false }],
    });
    expect(sent(schema, { metadata: null, size: { width: 1, keyed: true }, scopes: [] })).toEqual({
      metadata: null,
      size: { width: 1, keyed: true },
      scopes: [],
    });
  });

  it('makes stored file paths absolute, and changes no other text', () => {
    const schema = z.object({
      url: fileUrl,
      imageUrl: fileUrl.nullable(),
      described: fileUrl.meta({ description: 'Of a file.' }).optional(),
      title: z.string(),
    });
    const path = '/files/1/x/a.png';
    expect(sent(schema, { url: path, imageUrl: path, described: path, title: path })).toEqual({
      url: FILES + path,
      imageUrl: FILES + path,
      described: FILES + path,
      title: path,
    });
    expect(sent(schema, { url: 'https://cdn.example.org/a.png', imageUrl: null, title: '' })).toEqual({
      url: 'https://cdn.example.org/a.png',
      imageUrl: null,
      title: '',
    });
  });

  it('signs file paths unless their record is public', () => {
    const url = signedFileUrl(({ open }: { open?: boolean }) => open === true).nullable();
    const schema = z.object({ url: url.meta({ description: 'Of a file.' }), link: url.optional() });
    const stored = { url: '/files/1/x/a.mp3', link: '/accounts/1/x' };
    expect(sent(schema, { ...stored, open: true })).toEqual({
      url: `${FILES}/files/1/x/a.mp3`,
      link: `${BASE}/accounts/1/x`,
    });
    expect(sent(z.array(schema), [stored])).toEqual([
      { url: `${FILES}/files/1/x/a.mp3/signed`, link: `${BASE}/accounts/1/x/signed` },
    ]);
    expect(sent(schema, { url: null, link: 'https://cdn.example.org/a' })).toEqual({
      url: null,
      link: 'https://cdn.example.org/a',
    });
  });

  it('presents the values of records', () => {
    const state = z.object({ up: z.boolean() });
    const schema = z.object({ stores: z.record(z.string(), state), counts: z.record(z.string(), z.int()) });
    expect(sent(schema, { stores: { db: { up: 1, secret: 'x' } }, counts: '{"a":1}' })).toEqual({
      stores: { db: { up: true } },
      counts: { a: 1 },
    });
  });

  it('presents unions by the matching option', () => {
    const schema = z.object({
      value: z.union([z.object({ id: z.int() }), z.string()]),
      entry: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), a: z.int() }),
        z.object({ kind: z.literal('b'), b: z.int() }),
      ]),
    });
    expect(sent(schema, { value: { id: 1, secret: 'x' }, entry: { kind: 'b', a: 1, b: 2 } })).toEqual({
      value: { id: 1 },
      entry: { kind: 'b', b: 2 },
    });
    expect(sent(schema, { value: 'text', entry: { kind: 'a', a: 1 } })).toEqual({
      value: 'text',
      entry: { kind: 'a', a: 1 },
    });
  });

  it('supports keys that are not identifiers, and does not change its argument', () => {
    const schema = z.object({ '@id': z.string(), 'a"b': z.boolean() });
    const row = Object.freeze({ '@id': 'x', 'a"b': 1 });
    expect(sent(schema, row)).toEqual({ '@id': 'x', 'a"b': true });
    expect(row).toEqual({ '@id': 'x', 'a"b': 1 });
  });
});
