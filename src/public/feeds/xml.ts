/**
 * Writes XML from a tree for xmlbuilder2: `@name` is an attribute, `#` the text beside attributes; null and [] are left
 * out.
 */
import { create } from 'xmlbuilder2';

/** Leaves out characters that are invalid in XML. */
export const writeXml = (tree: object): string =>
  create(
    { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' },
    literally(tree) as Record<string, unknown>,
  ).end();

/**
 * The builder decodes references in its input and does not escape what looks like one in its output. Escaping each
 * ampersand twice
 * writes the text as it is.
 */
const literally = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replaceAll('&', '&amp;amp;');
  if (Array.isArray(value)) return value.map(literally);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, literally(inner)]));
};
