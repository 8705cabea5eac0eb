/**
 * The words of an item's passages by their numbers in the account's dictionary, packed: of each passage first those of
 * the sentences that it repeats of the one before, which the item as a whole counts once, then the others.
 */

/** How often a text has each word, by number. */
export type WordCounts = ReadonlyMap<number, number>;

export interface PassageWords {
  ordinal: number;
  repeated: WordCounts;
  fresh: WordCounts;
}

const MORE = 0x80;
const BITS = 0x7f;
const FIRST_BYTES = 4_096;

/** All numbers are of seven bits a byte; of a word the gap to the last one, doubled, plus one if its count follows. */
export function packWords(passages: readonly PassageWords[]): Uint8Array {
  let bytes = new Uint8Array(FIRST_BYTES);
  let end = 0;
  const write = (value: number): void => {
    if (end + 5 > bytes.length) {
      const longer = new Uint8Array(bytes.length * 2);
      longer.set(bytes);
      bytes = longer;
    }
    for (let rest = value; ; rest >>>= 7) {
      bytes[end++] = (rest & BITS) | (rest > BITS ? MORE : 0);
      if (rest <= BITS) return;
    }
  };
  write(passages.length);
  for (const { ordinal, repeated, fresh } of passages) {
    write(ordinal);
    for (const counts of [repeated, fresh]) {
      write(counts.size);
      let last = 0;
      for (const [word, count] of [...counts].sort(([a], [b]) => a - b)) {
        write((word - last) * 2 + (count > 1 ? 1 : 0));
        if (count > 1) write(count);
        last = word;
      }
    }
  }
  return bytes.slice(0, end);
}

export interface WordsReader {
  /** Called at each passage, before its words. */
  passage(ordinal: number): void;
  word(word: number, count: number, isFresh: boolean): void;
  /** Called after the words of each passage. */
  end(): void;
}

export function readWords(bytes: Uint8Array, reader: WordsReader): void {
  let at = 0;
  const read = (): number => {
    let value = bytes[at++]!;
    if (value < MORE) return value;
    value &= BITS;
    for (let shift = 7; ; shift += 7) {
      const next = bytes[at++]!;
      value |= (next & BITS) << shift;
      if (next < MORE) return value;
    }
  };
  for (let passages = read(); passages > 0; passages--) {
    reader.passage(read());
    for (const isFresh of [false, true]) {
      let word = 0;
      for (let words = read(); words > 0; words--) {
        const gap = read();
        word += gap >>> 1;
        reader.word(word, gap & 1 ? read() : 1, isFresh);
      }
    }
    reader.end();
  }
}
