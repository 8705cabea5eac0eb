/** Decodes the bytes of a text file in any encoding. */
import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';

/** Number of bytes examined to detect the encoding of a file that is not UTF-8, from the first that is not ASCII. */
const SAMPLE_BYTES = 4096;
/** With less text than this, or below this confidence, chardet is guessing, and windows-1252 is more likely. */
const MIN_SAMPLE_BYTES = 32;
const MIN_CONFIDENCE = 33;
/** The characters of windows-1252 at 0x80–0x9F, which some programs write as C1 controls. */
const C1_CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * The text without byte order mark and NUL, with `
 * ` as line end, and with C1 controls converted to windows-1252 characters.
 */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return iconv
    .decode(buffer, encodingOf(buffer))
    .replaceAll('\0', '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0080-\u009f]/g, (control) => C1_CHARACTERS[control.charCodeAt(0) - 0x80]!);
}

export const isUtf16 = (bytes: Uint8Array): boolean => utf16Of(bytes) !== null;

function encodingOf(bytes: Buffer): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return utf16;
  if (isUtf8(bytes)) return 'utf-8';
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const sample = bytes.subarray(first, first + SAMPLE_BYTES);
  const [best] = sample.length < MIN_SAMPLE_BYTES ? [] : analyse(sample);
  const plausible = best && best.confidence >= MIN_CONFIDENCE && !best.name.startsWith('UTF');
  return plausible && iconv.encodingExists(best.name) ? best.name : 'windows-1252';
}

/** Detects UTF-16 by its byte order mark, or by the zeros in its ASCII characters; null for other encodings. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  if (length < 8) return null;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i & 1]!++;
  const many = length * 0.4;
  if (zeros[1]! > many && zeros[0]! < many / 8) return 'utf-16le';
  if (zeros[0]! > many && zeros[1]! < many / 8) return 'utf-16be';
  return null;
}
