/**
 * Writes XML from trees: `@name` is an attribute, `#` the text beside attributes; null, undefined and [] are
 * omitted.
 */
import { escapeUTF8 } from 'entities';

export type XmlTree = { [name: string]: XmlValue };
type XmlValue = string | number | null | undefined | XmlTree | readonly XmlValue[];

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Characters that are invalid in XML 1.0, and lone surrogates. */
const INVALID = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escaped = (value: string | number): string => escapeUTF8(String(value).replace(INVALID, ''));

/** The elements of a tree, in order. */
export const elements = (tree: XmlTree): string => {
  let xml = '';
  for (const name in tree) if (!name.startsWith('@') && name !== '#') xml += element(name, tree[name]);
  return xml;
};

/** The attributes of a tree, formatted for a tag. */
export const attributes = (tree: XmlTree): string => {
  let xml = '';
  for (const name in tree) {
    const value = tree[name];
    if (name.startsWith('@') && isText(value)) xml += ` ${name.slice(1)}="${escaped(value)}"`;
  }
  return xml;
};

const isText = (value: XmlValue): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

const element = (name: string, value: XmlValue): string => {
  if (value === null || value === undefined) return '';
  if (isText(value)) return withContent(name, escaped(value));
  if (Array.isArray(value)) return value.map((one: XmlValue) => element(name, one)).join('');
  const tree = value as XmlTree;
  const text = tree['#'];
  return withContent(name, elements(tree) + (isText(text) ? escaped(text) : ''), attributes(tree));
};

const withContent = (name: string, content: string, attributes = ''): string =>
  content ? `<${name}${attributes}>${content}</${name}>` : `<${name}${attributes}/>`;
