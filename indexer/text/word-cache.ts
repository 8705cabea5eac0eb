/** A cache by the words of texts, which it looks up in place: cutting them out would take twice the time. */

/** A power of two: several times the words of a library. */
const SLOTS = 2 ** 17;
/** Slots that a word may be in, so that no choice of words makes the search for one long. */
const PROBES = 4;
/** Constants of the hash function FNV-1a. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

interface Entry<T> {
  written: string;
  value: T;
}

/** @returns the value of the word at this place of a text */
export function createWordCache<T>(
  compute: (written: string) => T,
): (text: string, start: number, end: number) => T {
  const entries = new Array<Entry<T> | undefined>(SLOTS).fill(undefined);
  const hashes = new Int32Array(SLOTS);

  return (text, start, end) => {
    let hash = BASIS;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
    const first = hash ^ (hash >>> 15);
    for (let probe = 0; probe < PROBES; probe++) {
      const slot = (first + probe) & (SLOTS - 1);
      const entry = entries[slot];
      if (!entry) return add(slot, hash, text.slice(start, end));
      if (
        hashes[slot] === hash &&
        entry.written.length === end - start &&
        text.startsWith(entry.written, start)
      )
        return entry.value;
    }
    return add(first & (SLOTS - 1), hash, text.slice(start, end));
  };

  function add(slot: number, hash: number, slice: string): T {
    // A slice keeps the whole text in memory.
    const written = Buffer.from(slice, 'utf16le').toString('utf16le');
    const value = compute(written);
    entries[slot] = { written, value };
    hashes[slot] = hash;
    return value;
  }
}
