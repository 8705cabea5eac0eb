/** JSON that is costly to parse, or none at all, by kind. */
export const HOSTILE_JSON: Readonly<Record<string, (bytes: number) => string>> = {
  deep: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'deep objects': (bytes) => '{"a":'.repeat(bytes / 6) + '1' + '}'.repeat(bytes / 6),
  wide: (bytes) => `[${'0,'.repeat(bytes / 2 - 2)}0]`,
  'a long key': (bytes) => `{"${'k'.repeat(bytes - 10)}":1}`,
  'a long text': (bytes) => `"${'\\"'.repeat(bytes / 2 - 2)}"`,
  unterminated: (bytes) => `{"a":"${'x'.repeat(bytes - 10)}`,
  'unterminated depth': (bytes) => '['.repeat(bytes),
};
