/** XML as text, of a tree as xmlbuilder2 takes it: `@name` is an attribute, `#` the text beside attributes; null and [] are left out. */
import { create } from 'xmlbuilder2';

/** Characters that XML cannot hold are left out. */
export const writeXml = (tree: object): string =>
  create(
    { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' },
    literally(tree) as Record<string, unknown>,
  ).end();

/**
 * What people wrote is text to the letter. The builder decodes references in what it is given, and leaves what looks like one when it
 * writes; each ampersand, written out twice, comes out right.
 */
const literally = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replaceAll('&', '&amp;amp;');
  if (Array.isArray(value)) return value.map(literally);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, literally(inner)]));
};
