/** Turns the bytes of a text file into a string, whatever encoding it was saved in. */

/** The signs of windows-1252 at 0x80–0x9F. Some files carry them as C1 controls, and Node 20's own decoder gives those too. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const SAMPLE_BYTES = 2048;

/**
 * UTF-8 where the bytes are valid UTF-8, UTF-16 by its byte order mark or its pattern of zeros, else windows-1252 (Latin-1 with
 * its dashes and quotes); normalised.
 */
export function decodeText(bytes: Uint8Array): string {
  return normaliseText(decode(bytes));
}

/** Without byte order mark and NUL, with `\n` for every kind of line end, and stray C1 controls as the signs they were meant to be. Repeating it changes nothing. */
export function normaliseText(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80]!);
}

function decode(bytes: Uint8Array): string {
  const encoding = utf16(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  for (let i = 0; i < sample; i++) if (bytes[i] === 0) zeros[i & 1]!++;
  const many = sample * 0.4;
  if (sample >= 8 && zeros[1]! > many && zeros[0]! < many / 8) return 'utf-16le';
  if (sample >= 8 && zeros[0]! > many && zeros[1]! < many / 8) return 'utf-16be';
  return null;
}
