/** The bytes of a transcript file, decoded once however many readers look at them. */
import { decodeText } from './decode-text.js';
import { isZip, wordDocumentOf } from './docx-zip.js';
import { TranscriptFormatError } from './format-error.js';
import { parseJson } from './json-value.js';
import { xmlRootOf } from './xml.js';

export interface TranscriptSource {
  /** Of a Word document, its XML. */
  readonly text: string;
  /** The parsed JSON; undefined for what is none. */
  readonly json: unknown;
  /** The local name of the root element; undefined for what is not XML. */
  readonly xmlRoot: string | undefined;
}

/** A file with a greater share of control characters is not text. */
const MAX_CONTROL_SHARE = 0.02;
/** The first character of JSON. */
const JSON_START = /^\s*[{[]/;

/** @throws {TranscriptFormatError} when the file is empty or not text, or a ZIP file that is not a Word document */
export const readSource = (bytes: Uint8Array): TranscriptSource => {
  const text = decodeText(isZip(bytes) ? wordDocumentOf(bytes) : bytes);
  if (text.trim() === '') throw new TranscriptFormatError('The file is empty');
  const controls = text.length - text.replace(/[^\P{Cc}\s]+/gu, '').length;
  if (controls > text.length * MAX_CONTROL_SHARE) throw new TranscriptFormatError('The file is not text');
  return textSource(text);
};

export const textSource = (text: string): TranscriptSource => {
  let json: { value: unknown } | undefined;
  let root: { name: string | undefined } | undefined;
  return {
    text,
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
