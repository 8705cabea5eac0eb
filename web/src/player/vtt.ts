/** Reads the WebVTT that the API writes: no settings, no markup but the speaker. */

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  speaker: string | null;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u{A0}', quot: '"' };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|nbsp|quot);/g, (_whole, name: string) => ENTITIES[name]!);

/** `01:02:03.500` and `02:03.500` in seconds. */
const secondsOf = (time: string): number =>
  time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

const TIMES = /^\s*([\d:.]+)\s+-->\s+([\d:.]+)/;
const VOICE = /^<v\s([^>]*)>/;

export const parseVtt = (file: string): Cue[] =>
  file.split(/\n{2,}/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line !== '');
    const at = lines.findIndex((line) => TIMES.test(line));
    const times = TIMES.exec(lines[at] ?? '');
    if (!times) return [];
    const words = lines.slice(at + 1).join(' ');
    const speaker = VOICE.exec(words)?.[1];
    return [
      {
        start: secondsOf(times[1]!),
        end: secondsOf(times[2]!),
        text: unescaped(words.replace(VOICE, '')),
        speaker: speaker === undefined ? null : unescaped(speaker),
      },
    ];
  });

/** The last cue that has begun at a time, by bisection; -1 before the first. */
export const cueAt = (cues: readonly Cue[], seconds: number): number => {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cues[middle]!.start <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};
