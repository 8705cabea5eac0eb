/** A transcript file, decoded once for all readers. */
import { binaryProblem } from './documents/binary-file.js';
import { decodeText, isUtf16 } from './parsing/decode-text.js';
import { isZip, wordDocumentOf } from './documents/docx-zip.js';
import { EmptyFileError, TranscriptFormatError } from './parsing/format-error.js';
import { parseJson } from './parsing/json-value.js';
import { xmlRootOf } from './parsing/xml.js';

export interface TranscriptSource {
  /** For a Word document, its paragraphs. */
  readonly text: string;
  readonly isWord: boolean;
  /** The parsed JSON; undefined if it is not JSON. */
  readonly json: unknown;
  /** The local name of the root element; undefined if it is not XML. */
  readonly xmlRoot: string | undefined;
}

/** A file with a larger share of control characters is not text. */
const MAX_CONTROL_SHARE = 0.02;
const HTML_START = /^\s*<(?:!doctype\s+)?html\b/i;
/** The first character of JSON. */
const JSON_START = /^\s*[{[]/;

/** A Word document unpacks to many times its size, so every one is parsed in a thread. */
const UNPACKED_TIMES = 16;
const MIN_UNPACKED_BYTES = 128 * 1024;

/** The estimated amount of text to parse in a file. */
export const weightOf = (bytes: Uint8Array): number =>
  isZip(bytes) ? Math.max(bytes.length * UNPACKED_TIMES, MIN_UNPACKED_BYTES) : bytes.length;

/**
 * @throws {EmptyFileError} when the file has no text
 * @throws {TranscriptFormatError} when it is not text, such as a PDF or a recording; the message says what it is
 */
export const readSource = (bytes: Uint8Array): TranscriptSource => {
  if (isZip(bytes))
    return { text: notEmpty(wordDocumentOf(bytes)), isWord: true, json: undefined, xmlRoot: undefined };
  const problem = binaryProblem(bytes);
  if (problem !== null) throw new TranscriptFormatError(problem);
  const text = notEmpty(decodeText(bytes));
  const controls = text.length - text.replace(/[^\P{Cc}\s]+/gu, '').length;
  const zeros = isUtf16(bytes) ? 0 : bytes.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0);
  if (controls + zeros > text.length * MAX_CONTROL_SHARE)
    throw new TranscriptFormatError('The file is not text');
  if (HTML_START.test(text))
    throw new TranscriptFormatError('This is an HTML page. Save its text as .txt or .docx');
  return textSource(text);
};

const notEmpty = (text: string): string => {
  if (text.trim() === '') throw new EmptyFileError();
  return text;
};

export const textSource = (text: string): TranscriptSource => {
  let json: { value: unknown } | undefined;
  let root: { name: string | undefined } | undefined;
  return {
    text,
    isWord: false,
    get json() {
      json ??= { value: JSON_START.test(text) ? jsonOrUndefined(text) : undefined };
      return json.value;
    },
    get xmlRoot() {
      root ??= { name: xmlRootOf(text) };
      return root.name;
    },
  };
};

const jsonOrUndefined = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof TranscriptFormatError) return undefined;
    throw error;
  }
};
