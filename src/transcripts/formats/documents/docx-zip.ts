/** Extracts the text of a Word document from its ZIP file in pieces, with a limit on the unpacked size. */
import { TextDecoder } from 'node:util';
import { Unzip, UnzipInflate } from 'fflate';
import { zipProblem } from './binary-file.js';
import { createWordReader } from './docx.js';
import { createNumberingReader } from './docx-numbering.js';
import { TranscriptFormatError } from '../parsing/format-error.js';

/** Maximum size of the XML, most of which is markup. */
const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;
/** Compressed bytes unpacked at a time; they unpack to at most a thousand times their size. */
const PART_BYTES = 8 * 1024;
/** Maximum number of entries before the document; Word writes about a dozen. */
const MAX_ENTRIES = 10_000;
/** Some editions of Word name it document2.xml. */
const DOCUMENT = /^word\/document\d*\.xml$/;
const NUMBERING = 'word/numbering.xml';
/** Maximum size of the XML about lists; documents have a few dozen. */
const MAX_NUMBERING_BYTES = 1024 * 1024;

/** Whether the file starts like a ZIP file. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/**
 * The text of the document, in the form of `createWordReader`. Declared sizes are not trusted: unpacking stops
 * when the text or its XML is too large.
 * @throws {TranscriptFormatError} when the file is damaged, too large or not a Word document
 */
export const wordDocumentOf = (bytes: Uint8Array): string => {
  const reader = createWordReader();
  const names: string[] = [];
  let decoder: TextDecoder | undefined;
  let size = 0;
  let isWhole = false;
  const numbering = createNumberingReader();
  let numberingSize = 0;
  let hasNumbering = false;
  const unzip = new Unzip((file) => {
    if (names.push(file.name) > MAX_ENTRIES)
      throw new TranscriptFormatError('The ZIP file has too many entries');
    if (file.name === NUMBERING && numberingSize === 0) {
      const ofNumbering = new TextDecoder();
      file.ondata = (error, chunk, isLast) => {
        if (error) throw error;
        numberingSize += chunk.length;
        hasNumbering ||= isLast || numberingSize > MAX_NUMBERING_BYTES;
        if (numberingSize <= MAX_NUMBERING_BYTES)
          numbering.write(ofNumbering.decode(chunk, { stream: !isLast }));
      };
      file.start();
      return;
    }
    if (decoder !== undefined || !DOCUMENT.test(file.name)) return;
    decoder = new TextDecoder();
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      if (size === 0) decoder = decoderOf(chunk);
      size += chunk.length;
      if (size > MAX_DOCUMENT_BYTES)
        throw new TranscriptFormatError(
          `The document is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB when unpacked`,
        );
      reader.write(decoder!.decode(chunk, { stream: !isLast }));
      isWhole ||= isLast;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    // Only lists need another part than the document; that part may come after pictures.
    const isRead = (): boolean => isWhole && (hasNumbering || !reader.hasLists);
    for (let at = 0; at < bytes.length && !isRead(); at += PART_BYTES)
      unzip.push(bytes.subarray(at, at + PART_BYTES), at + PART_BYTES >= bytes.length);
  } catch (error) {
    if (!isWhole)
      throw error instanceof TranscriptFormatError
        ? error
        : new TranscriptFormatError('The ZIP file is damaged');
  }
  if (names.length === 0) throw new TranscriptFormatError('The ZIP file is damaged');
  if (decoder === undefined) throw new TranscriptFormatError(zipProblem(names));
  if (!isWhole) throw new TranscriptFormatError('The Word document is damaged');
  return reader.end(numbering.isNumbered);
};

/** Decoder for UTF-16 XML, which has a byte order mark, or for UTF-8. */
const decoderOf = ([first, second]: Uint8Array): TextDecoder =>
  new TextDecoder(
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8',
  );
