/** Names of speakers, series and topics in queries. */
import { describe, expect, it } from 'vitest';
import { createAutocompleteIndex, withoutNames, type NamedRecord } from '../../indexer/index.js';

const RECORDS: readonly (readonly [NamedRecord['type'], string])[] = [
  ['speaker', 'Adam Stacoviak'],
  ['speaker', 'Austen Allred'],
  ['speaker', 'C. H. Spurgeon'],
  ['speaker', 'Charles Haddon Finney'],
  ['speaker', 'Pastor José Núñez'],
  ['speaker', 'Dr. Ruth Adeyemi'],
  ['speaker', 'Ann Smith'],
  ['speaker', 'Bob Smith'],
  ['speaker', 'Bob Smith'],
  ['speaker', "Dr. Miriam O'Connell-Achterberg"],
  ['speaker', 'Miriam Achterberg'],
  ['speaker', 'Daniel Day-Lewis'],
  ['series', 'At the Kitchen Table'],
  ['series', 'The Church'],
  ['series', 'I Am'],
  ['topic', 'Love'],
  ['topic', 'Holy Spirit'],
];

describe('names in queries', () => {
  const index = createAutocompleteIndex();
  RECORDS.forEach(([type, text], id) => index.put({ type, id, text, weight: 1 }));
  const named = (query: string): string[] =>
    index.names.find(query).flatMap(({ records }) => records.map(({ text }) => text));

  it.each([
    ['Adam Stacoviak', ['Adam Stacoviak']],
    ['adam  STACOVIAK', ['Adam Stacoviak']],
    ['talks by Adam Stacoviak', ['Adam Stacoviak']],
    ['Predigten von Adam Stacoviak', ['Adam Stacoviak']],
    ['sermones de Adam Stacoviak', ['Adam Stacoviak']],
    ['prédications de Adam Stacoviak', ['Adam Stacoviak']],
    ['pregações do Adam Stacoviak', ['Adam Stacoviak']],
    ['what does Adam Stacoviak say about open source', ['Adam Stacoviak']],
    ["Adam Stacoviak's talks", ['Adam Stacoviak']],
    ['Adam Stacoviaks Predigten', ['Adam Stacoviak']],
    ['Austin Alred', ['Austen Allred']],
    ['startups Austin Allred', ['Austen Allred']],
    ['Adam Stacoviak and Austen Allred on hiring', ['Adam Stacoviak', 'Austen Allred']],
    ['Spurgeon', ['C. H. Spurgeon']],
    ['spurgon', ['C. H. Spurgeon']],
    ['CH Spurgeon', ['C. H. Spurgeon']],
    ['C.H. Spurgeon on grace', ['C. H. Spurgeon']],
    ['Charles Spurgeon', ['C. H. Spurgeon']],
    ['Charles Finney on revival', ['Charles Haddon Finney']],
    ['C. Finney', ['Charles Haddon Finney']],
    ['sermons by Spurgeon on prayer', ['C. H. Spurgeon']],
    ['jose nunez', ['Pastor José Núñez']],
    ['Pastor Nunez', ['Pastor José Núñez']],
    ['Ruth Adeyemi', ['Dr. Ruth Adeyemi']],
    ['Rev. Ruth Adeyemi', ['Dr. Ruth Adeyemi']],
    ["Miriam O'Connell", ["Dr. Miriam O'Connell-Achterberg"]],
    ['talks by Dr. Miriam OConnell on grief', ["Dr. Miriam O'Connell-Achterberg"]],
    ["what does M. O'Connell say about grief", ["Dr. Miriam O'Connell-Achterberg"]],
    ['Miriam OConnel', ["Dr. Miriam O'Connell-Achterberg"]],
    ["O'Connell‑Achterberg on grief", ["Dr. Miriam O'Connell-Achterberg"]],
    ["Miriam O'Connell Achterberg", ["Dr. Miriam O'Connell-Achterberg"]],
    ["O'Connell", ["Dr. Miriam O'Connell-Achterberg"]],
    ['grief Miriam Achterberg', ['Miriam Achterberg']],
    ['Daniel Day', ['Daniel Day-Lewis']],
    ['bob smith', ['Bob Smith', 'Bob Smith']],
    ['Smith', ['Ann Smith', 'Bob Smith', 'Bob Smith']],
    ['at the kitchen table', ['At the Kitchen Table']],
    ['series At the Kitchen Table forgiveness', ['At the Kitchen Table']],
    ['the church', ['The Church']],
    ['Church', ['The Church']],
    ['Love', ['Love']],
    ['sermons about love', ['Love']],
    ['Predigten über Love', ['Love']],
    ['how do I know the holy spirit is speaking', ['Holy Spirit']],
  ])('are found: %s', (query, names) => {
    expect(named(query)).toEqual(names);
  });

  it.each([
    'what is love',
    'love your enemies',
    'what is the church for',
    'I am afraid of dying',
    'Spurgeon and the downgrade controversy',
    'Adam, Stacoviak, Eve',
    'Adam and Eve',
    'one day at a time',
    'what did Lewis write about heaven',
    'holy, holy, holy',
    'talks',
    '',
    '"',
  ])('are not found in %s', (query) => {
    expect(named(query)).toEqual([]);
  });

  it.each([
    ['what does Adam Stacoviak say about open source', 'open source'],
    ['sermons by Dr. Adam Stacoviak on prayer', 'prayer'],
    ['Adam Stacoviak', ''],
    ["Adam Stacoviak's talks", ''],
    ['how to pray by Adam Stacoviak', 'how to pray'],
    ['"open source" Adam Stacoviak', '"open source"'],
    ['"Adam Stacoviak"', ''],
  ])('are removed, leaving the rest of %s', (query, rest) => {
    expect(withoutNames(query, index.names.find(query))).toBe(rest);
  });

  it.each([
    ['bob smith', ['Bob Smith', 'Bob Smith']],
    ['Ruth Adeyemi', ['Dr. Ruth Adeyemi']],
    ['Dr. Ruth Adeyemi', ['Dr. Ruth Adeyemi']],
    ['Smith', []],
    ['Bob Smyth', []],
    ['talks by Bob Smith', []],
    ['Love', []],
    ['', []],
  ])('are those of the speakers whose whole name is %s', (name, names) => {
    expect(index.names.speakersNamed(name).map(({ text }) => text)).toEqual(names);
  });

  it('reflect added and removed names', () => {
    index.put({ type: 'speaker', id: 100, text: 'Wilma Brent', weight: 1 });
    expect(named('wilma brent')).toEqual(['Wilma Brent']);
    index.put({ type: 'speaker', id: 100, text: 'Wilma Brandt', weight: 1 });
    expect(named('wilma brandt')).toEqual(['Wilma Brandt']);
    index.remove('speaker', 100);
    expect(named('wilma brandt')).toEqual([]);
  });

  it('are searched in queries of any words', () => {
    const words = Array.from({ length: 80 }, (_, at) => RECORDS[at % 9]![1].split(' ').at(-1)).join(' ');
    for (const query of [words, 'smit '.repeat(100), 'x'.repeat(500), 'sermons '.repeat(60)])
      expect(index.names.find(query)).toBeInstanceOf(Array);
  });
});
