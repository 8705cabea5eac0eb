/**
 * Parses XML with saxes, in linear time and without entities. Rejects document types, because only entities need
 * one.
 */
import { SaxesParser } from 'saxes';
import { TranscriptFormatError } from './format-error.js';

/** Names have no namespace prefix, unless `keepPrefixes` is set. */
export interface XmlHandlers {
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string): void;
  text(text: string): void;
  keepPrefixes?: boolean;
}

/** Parses XML incrementally. */
export interface XmlReader {
  write(text: string): void;
  /** @throws {TranscriptFormatError} when elements are still open */
  close(): void;
}

const MAX_DEPTH = 200;
/** How far to look for the root element, past a declaration and comments. */
const HEAD_LENGTH = 4_096;

/** @throws {TranscriptFormatError} with the line, when the text is not well-formed XML, or has a document type */
export const readXml = (text: string, handlers: XmlHandlers): void => {
  const reader = createXmlReader(handlers);
  reader.write(text);
  reader.close();
};

/** Its functions throw the same errors as `readXml`. */
export const createXmlReader = ({ open, close, text: onText, keepPrefixes }: XmlHandlers): XmlReader => {
  const parser = new SaxesParser();
  const fail = (problem: string): never => {
    throw new TranscriptFormatError(problem, parser.line);
  };
  const nameOf = (name: string): string => (keepPrefixes ? name : localName(name));
  let depth = 0;
  parser.on('doctype', () => fail('The XML has a document type (DTD) or entities, which are not read'));
  parser.on('error', (error) => fail(`Invalid XML: ${error.message.replace(/^[\d:]+ /, '').slice(0, 200)}`));
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) fail(`The XML is nested more than ${MAX_DEPTH} levels deep`);
    open(nameOf(name), (attributeName) => {
      for (const key in attributes) if (nameOf(key) === attributeName) return attributes[key];
      return undefined;
    });
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    close(nameOf(name));
  });
  return {
    write: (text) => {
      parser.write(text);
    },
    close: () => {
      parser.close();
    },
  };
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The local name of the first element; undefined if the text does not begin like XML. */
export const xmlRootOf = (text: string): string | undefined => {
  const head = text.slice(0, HEAD_LENGTH).trimStart();
  if (!head.startsWith('<')) return undefined;
  const start = head
    .replace(/<\?[^>]*>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s*<!DOCTYPE[^<[]*(?:\[[^\]]*\])?[^<>]*>/i, '');
  const name = /^\s*<(?:[\w.-]+:)?([A-Za-z][\w.-]*)[\s/>]/.exec(start)?.[1];
  return name;
};
