/** LanceDB's tables: Arrow schemas, rows in and rows out. */
import { createRequire } from 'node:module';
import type { Data, Field, Schema, Table, Vector } from 'apache-arrow';
import type { PassageRecord, ItemFacts, ItemRecord } from '../ports.js';
import { dateNumber } from './dates.js';
import type { Kind } from './index-name.js';
import { itemWords } from './item-words.js';

// LanceDB loads the CommonJS build of apache-arrow; objects of the ESM build are of other classes, and it would copy and mangle them.
const arrow = createRequire(import.meta.url)('apache-arrow') as typeof import('apache-arrow');

export const keyOfItem = (item: { accountId: number; itemId: number }): string =>
  `${item.accountId}:${item.itemId}`;

const list = (type: 'int' | 'text') =>
  new arrow.List(new arrow.Field('item', type === 'int' ? new arrow.Int32() : new arrow.Utf8(), true));

const vectorOf = (dimensions: number) =>
  new arrow.FixedSizeList(dimensions, new arrow.Field('item', new arrow.Float32(), true));

/** What every row carries for the filters. Dates are numbers: 20240131. */
function factFields(): Field[] {
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
      ...factFields(),
      new arrow.Field('title', new arrow.Utf8(), false),
      new arrow.Field('description', new arrow.Utf8(), false),
      new arrow.Field('words', new arrow.Utf8(), false),
      new arrow.Field('centroid', vectorOf(dimensions), false),
      new arrow.Field('titleVector', vectorOf(dimensions), false),
    ]);
  }
  return new arrow.Schema([
    id,
    ...factFields(),
    new arrow.Field('ordinal', new arrow.Int32(), false),
    new arrow.Field('text', new arrow.Utf8(), false),
    new arrow.Field('startMs', new arrow.Int32(), true),
    new arrow.Field('endMs', new arrow.Int32(), true),
    new arrow.Field('mediaAssetId', new arrow.Int32(), true),
    new arrow.Field('vector', vectorOf(dimensions), false),
  ]);
}

export function factsRow(facts: ItemFacts) {
  return {
    accountId: facts.accountId,
    itemId: facts.itemId,
    collectionId: facts.collectionId,
    seriesId: facts.seriesId,
    speakerIds: facts.speakerIds,
    topicIds: facts.topicIds,
    books: facts.books,
    chapters: facts.chapters,
    date: dateNumber(facts.date),
    published: facts.published,
  };
}

export type Row = Record<string, unknown>;

export function itemRow(item: ItemRecord): Row {
  return {
    id: keyOfItem(item),
    ...factsRow(item),
    title: item.title.normalize('NFC'),
    description: item.description.normalize('NFC'),
    words: itemWords(item).normalize('NFC'),
    centroid: item.centroid,
    titleVector: item.titleVector,
  };
}

/** The engine's tokeniser breaks words at combining marks: texts go in composed. */
export function passageRow(item: ItemRecord, passage: PassageRecord): Row {
  return {
    id: `${keyOfItem(item)}:${passage.ordinal}`,
    ...factsRow(item),
    ordinal: passage.ordinal,
    text: passage.text.normalize('NFC'),
    startMs: passage.startMs,
    endMs: passage.endMs,
    mediaAssetId: item.mediaAssetId,
    vector: passage.vector,
  };
}

/** Rows as Arrow columns; vectors are copied once into one buffer. */
export function toArrow(schema: Schema, rows: readonly Row[]): Table {
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
        throw new RangeError(`${field.name} has ${vector.length} dimensions, the table ${width}`);
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
  return new arrow.Table(schema, [new arrow.RecordBatch(schema, data)]);
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

/** Columns of a result by name; NaN, null and '' stand for what is not there. */
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
