/** Takes the text of a Word document out of its ZIP file, without unpacking more than it may have. */
import { Unzip, UnzipInflate } from 'fflate';
import { TranscriptFormatError } from './format-error.js';

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
/** Unpacked at once: a part unpacks to a thousand times its size at most. */
const PART_BYTES = 8 * 1024;
/** What has to be in the file before the document; Word writes some dozen. */
const MAX_ENTRIES = 10_000;
/** Some editions of Word call it document2.xml. */
const DOCUMENT = /^word\/document\d*\.xml$/;

/** Whether the file starts as ZIP files do. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/**
 * The XML of the document. It is unpacked part by part, up to 64 MiB: what the file says of its sizes is not trusted.
 * @throws {TranscriptFormatError} when the file is damaged, too large or no Word document
 */
export const wordDocumentOf = (bytes: Uint8Array): Uint8Array => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let entries = 0;
  let isFound = false;
  let isWhole = false;
  const unzip = new Unzip((file) => {
    if (++entries > MAX_ENTRIES) throw new TranscriptFormatError('The ZIP file has too many entries');
    if (isFound || !DOCUMENT.test(file.name)) return;
    isFound = true;
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      size += chunk.length;
      if (size > MAX_DOCUMENT_BYTES)
        throw new TranscriptFormatError(
          `The document is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB when unpacked`,
        );
      chunks.push(chunk);
      isWhole ||= isLast;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && !isWhole; at += PART_BYTES)
      unzip.push(bytes.subarray(at, at + PART_BYTES), at + PART_BYTES >= bytes.length);
  } catch (error) {
    if (error instanceof TranscriptFormatError) throw error;
    throw new TranscriptFormatError('The ZIP file is damaged');
  }
  if (!isFound) throw new TranscriptFormatError('The ZIP file is not a Word document (.docx)');
  if (!isWhole) throw new TranscriptFormatError('The Word document is damaged');
  return Buffer.concat(chunks, size);
};
