/** LanceDB's tables: Arrow schemas, and rows to and from Arrow. */
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { Table as LanceTable } from '@lancedb/lancedb';
import type { Data, Field, RecordBatch, Schema, Table, Vector } from 'apache-arrow';
import type { ChunkRecord, ItemAttributes, ItemRecord } from '../ports.js';
import { dateNumber, itemKey } from './keys.js';
import type { Kind } from './index-name.js';
import { itemWords } from './item-words.js';

// LanceDB loads the CommonJS build of apache-arrow; it would copy and mangle objects of the ESM build, which are of
// other classes.
const arrow = createRequire(import.meta.url)('apache-arrow') as typeof import('apache-arrow');

/** The opened tables of an index. */
export interface Tables {
  chunks: LanceTable;
  items: LanceTable;
  dimensions: number;
  /** Text columns, of either table, whose index is known to have rows. */
  indexedColumns: Set<string>;
}

const list = (type: 'int' | 'text') =>
  new arrow.List(new arrow.Field('item', type === 'int' ? new arrow.Int32() : new arrow.Utf8(), true));

const vectorOf = (dimensions: number) =>
  new arrow.FixedSizeList(dimensions, new arrow.Field('item', new arrow.Float32(), true));

/** The columns of both tables that filters use. Dates are numbers: 20240131. */
function attributeFields(): Field[] {
  return [
    new arrow.Field('accountId', new arrow.Int32(), false),
    new arrow.Field('itemId', new arrow.Int32(), false),
    new arrow.Field('collectionId', new arrow.Int32(), false),
    new arrow.Field('seriesId', new arrow.Int32(), true),
    new arrow.Field('speakerIds', list('int'), false),
    new arrow.Field('topicIds', list('int'), false),
    new arrow.Field('books', list('text'), false),
    new arrow.Field('chapters', list('text'), false),
    new arrow.Field('date', new arrow.Int32(), false),
    new arrow.Field('published', new arrow.Bool(), false),
  ];
}

export function schemaOf(kind: Kind, dimensions: number): Schema {
  const id = new arrow.Field('id', new arrow.Utf8(), false);
  if (kind === 'items') {
    return new arrow.Schema([
      id,
      ...attributeFields(),
      new arrow.Field('title', new arrow.Utf8(), false),
      new arrow.Field('description', new arrow.Utf8(), false),
      new arrow.Field('words', new arrow.Utf8(), false),
      new arrow.Field('centroid', vectorOf(dimensions), false),
    ]);
  }
  return new arrow.Schema([
    id,
    ...attributeFields(),
    new arrow.Field('ordinal', new arrow.Int32(), false),
    new arrow.Field('text', new arrow.Utf8(), false),
    new arrow.Field('startMs', new arrow.Int32(), true),
    new arrow.Field('endMs', new arrow.Int32(), true),
    new arrow.Field('mediaAssetId', new arrow.Int32(), true),
    new arrow.Field('vector', vectorOf(dimensions), false),
  ]);
}

export function attributesRow(item: ItemAttributes) {
  return {
    accountId: item.accountId,
    itemId: item.itemId,
    collectionId: item.collectionId,
    seriesId: item.seriesId,
    speakerIds: item.speakerIds,
    topicIds: item.topicIds,
    books: item.books,
    chapters: item.chapters,
    date: dateNumber(item.date),
    published: item.published,
  };
}

export type Row = Record<string, unknown>;

export function itemRow(item: ItemRecord): Row {
  return {
    id: itemKey(item),
    ...attributesRow(item),
    title: item.title.normalize('NFC'),
    description: item.description.normalize('NFC'),
    words: itemWords(item).normalize('NFC'),
    centroid: item.centroid,
  };
}

/** Texts are stored composed (NFC), since the engine's tokeniser breaks words at combining marks. */
export function chunkRow(item: ItemRecord, chunk: ChunkRecord): Row {
  return {
    id: `${itemKey(item)}:${chunk.ordinal}`,
    ...attributesRow(item),
    ordinal: chunk.ordinal,
    text: chunk.text.normalize('NFC'),
    startMs: chunk.startMs,
    endMs: chunk.endMs,
    mediaAssetId: item.mediaAssetId,
    vector: chunk.vector,
  };
}

/** Rows converted at a time, so that requests need not wait for a large item. */
const BATCH_ROWS = 1_000;

/** Rows as Arrow columns. */
export async function toArrow(schema: Schema, rows: readonly Row[]): Promise<Table> {
  const batches: RecordBatch[] = [];
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    if (start > 0) await setImmediate();
    batches.push(batchOf(schema, rows.slice(start, start + BATCH_ROWS)));
  }
  return new arrow.Table(schema, batches);
}

/** Vectors are copied once, into one buffer. */
function batchOf(schema: Schema, rows: readonly Row[]): RecordBatch {
  const columns = schema.fields.map((field): Data => {
    if (!arrow.DataType.isFixedSizeList(field.type)) {
      return arrow.vectorFromArray(
        rows.map((row) => row[field.name]),
        field.type,
      ).data[0]! as Data;
    }
    const width = field.type.listSize;
    const values = new Float32Array(rows.length * width);
    rows.forEach((row, at) => {
      const vector = row[field.name] as Float32Array;
      if (vector.length !== width)
        throw new RangeError(`${field.name} has ${vector.length} dimensions, but the table has ${width}`);
      values.set(vector, at * width);
    });
    const child = arrow.makeData({ type: new arrow.Float32(), data: values });
    return arrow.makeData({ type: field.type, length: rows.length, nullCount: 0, child });
  });
  const data = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: rows.length,
    nullCount: 0,
    children: columns,
  });
  return new arrow.RecordBatch(schema, data);
}

export type ArrowTable = Table;

type Cell<T> = (row: number) => T;

const cells = (table: Table, name: string): Cell<unknown> => {
  const vector: Vector | null = table.getChild(name);
  return (row) => vector?.get(row) as unknown;
};

/** Any column as plain values; lists as arrays. */
export function values(table: Table, name: string): Cell<unknown> {
  const cell = cells(table, name);
  return (row) => {
    const value = cell(row) ?? null;
    return typeof value === 'object' && value !== null ? [...(value as Iterable<unknown>)] : value;
  };
}

/** The columns of a result; a missing value is NaN, null or ''. */
export function numbers(table: Table, name: string): Cell<number> {
  const cell = cells(table, name);
  return (row) => (cell(row) as number | null | undefined) ?? NaN;
}

export function optionalNumbers(table: Table, name: string): Cell<number | null> {
  const cell = cells(table, name);
  return (row) => (cell(row) as number | null | undefined) ?? null;
}

export function texts(table: Table, name: string): Cell<string> {
  const cell = cells(table, name);
  return (row) => (cell(row) as string | null | undefined) ?? '';
}

export function vectors(table: Table, name: string): Cell<Float32Array> {
  const cell = cells(table, name);
  return (row) => (cell(row) as { toArray(): Float32Array }).toArray();
}
