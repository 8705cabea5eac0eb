/** Parses and writes TTML (W3C Timed Text Markup Language), also as DFXP. */
import { escapeUTF8 } from 'entities';
import type { CaptionLine } from '../parsing/caption-speakers.js';
import { cleanWords, UNSPACED } from '../segments/clean-words.js';
import type { RawCue } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';
import { exportCues, piecesOf, type ExportCue } from './export-cues.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { labelGuard } from '../parsing/guarded-text.js';
import { languageOf } from '../parsing/languages.js';
import { checkSegments } from '../parsing/limits.js';
import { isNumberedSpeaker } from '../parsing/speaker-labels.js';
import { formatTime } from '../segments/times.js';
import type { TranscriptSegment } from '../segments/transcript-segment.js';
import { wordsWithin } from '../segments/word-times.js';
import { readXml } from '../parsing/xml.js';

interface TtmlClock {
  /** Frames per second. */
  frameRate: number;
  /** Ticks per second. */
  tickRate: number;
}

/** Also `1:48.737` and `1.000`, as Apple Podcasts writes them. */
const CLOCK = /^(?:(?:(\d{1,6}):)?(\d{1,3}):)?(\d{1,6})(?:\.(\d{1,9})|:(\d{1,4})(?:\.\d{1,4})?)?$/;
const OFFSET = /^(\d{1,15}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/;

/** @param attribute of the root element, by its local name */
const clockOf = (attribute: (name: string) => string | undefined): TtmlClock => {
  const rate = Number(attribute('frameRate') ?? 30) || 30;
  const [numerator = 1, denominator = 1] = (attribute('frameRateMultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number);
  const frameRate = rate * (numerator / denominator || 1);
  const ticks = Number(attribute('tickRate'));
  return { frameRate, tickRate: ticks || (attribute('frameRate') ? frameRate : 1) };
};

/**
 * Parses `00:00:01.500`, `1:48.737`, `1.000`, `00:00:01:12` (frames), `1.5s`, `45f` or `15000000t` to milliseconds; null for anything
 * else.
 */
const ttmlTime = (text: string | undefined, { frameRate, tickRate }: TtmlClock): number | null => {
  const clock = CLOCK.exec(text?.trim() ?? '');
  if (clock) {
    const [, hours = '0', minutes = '0', seconds, fraction = '0', frames = '0'] = clock;
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return whole * 1_000 + Number(`0.${fraction}`) * 1_000 + (Number(frames) / frameRate) * 1_000;
  }
  const [, value, metric] = OFFSET.exec(text?.trim() ?? '') ?? [];
  if (value === undefined || metric === undefined) return null;
  const unit =
    { h: 3_600_000, m: 60_000, s: 1_000, ms: 1, f: 1_000 / frameRate, t: 1_000 / tickRate }[metric] ?? 0;
  return Number(value) * unit;
};

interface Span {
  startMs: number | null;
  endMs: number | null;
  /** Ids of agents. */
  agent: string | null;
  /** Whether it is an annotation of other words. */
  isRuby: boolean;
  /** The times of the words in it, if it is a part of a paragraph and has times of its own. */
  words?: { startMs: number; endMs: number | null };
}

interface Paragraph {
  line: number;
  times: Span;
  hasTimes: boolean;
  /** The earliest and latest time of inner spans, for a paragraph without its own times. */
  inner: Span;
  lines: CaptionLine[];
  /** What begins here without a space before it: a word; or a span, right after another. */
  gap: 'word' | 'line' | null;
}

const TIMED = new Set(['body', 'div', 'p', 'span']);
/** Elements with words about the text. */
const NOT_SPOKEN = new Set(['metadata', 'head', 'title', 'desc', 'copyright']);

/** Annotations of ruby text: they repeat the words above them in another script. */
const RUBY = new Set(['text', 'textContainer', 'delimiter']);
/** Of a span that is a line, the end is looked at. */
const LINE_LENGTH = 60;
/** Rounding of times in files. */
const TOLERANCE_MS = 50;

/**
 * Times are relative to the parent, but some programs write absolute ones: times that end after the parent as relative
 * ones, but not as absolute ones.
 * @throws {TranscriptFormatError} when the XML is invalid, has entities, or no paragraph has words
 */
export const parseTtml = (text: string): ParsedTranscript => {
  const relative = readTtml(text, true);
  return toTranscript(relative.isAbsolute ? readTtml(text, false) : relative);
};

interface TtmlFile {
  cues: RawCue[];
  names: ReadonlyMap<string, string>;
  language: string | undefined;
  /** Whether times do not fit as relative ones. */
  isAbsolute: boolean;
}

const toTranscript = ({ cues, names, language }: TtmlFile): ParsedTranscript => {
  if (cues.length === 0) throw new TranscriptFormatError('Not a TTML transcript: no <p> contains text');
  // Apple's agents have no names, but ids such as SPEAKER_1.
  const nameOf = (agent: string): string | null =>
    names.get(agent) ?? (isNumberedSpeaker(agent) ? agent : null);
  const named = cues.map((cue) => ({
    ...cue,
    spoken: cue.spoken?.map((line) => ({ ...line, speaker: line.speaker && nameOf(line.speaker) })),
  }));
  return { ...segmentsOfCues(named, []), ...languageOf(language) };
};

const readTtml = (text: string, isRelative: boolean): TtmlFile => {
  const cues: RawCue[] = [];
  let isAbsolute = false;
  /** Ids of styles with a role in ruby text. */
  const rubyStyles = new Map<string, string>();
  const isRuby = (attribute: (name: string) => string | undefined): boolean =>
    RUBY.has(attribute('ruby') ?? '') ||
    (attribute('style') ?? '').split(/\s+/).some((style) => RUBY.has(rubyStyles.get(style) ?? ''));
  const names = new Map<string, string>();
  /** Enclosing elements, because times are relative to the start of the parent. */
  const open: Span[] = [];
  let clock: TtmlClock = { frameRate: 30, tickRate: 1 };
  let language: string | undefined;
  let agent: string | null = null;
  let notSpoken = 0;
  let paragraph: Paragraph | null = null;
  let nameOf: string | null = null;

  const begin = (attribute: (name: string) => string | undefined): Span => {
    const parent = open.at(-1) ?? { startMs: null, endMs: null, agent: null, isRuby: false };
    const from = ttmlTime(attribute('begin'), clock);
    const lasts = ttmlTime(attribute('dur'), clock);
    const to = ttmlTime(attribute('end'), clock);
    const origin = isRelative ? (parent.startMs ?? 0) : 0;
    if (parent.startMs !== null && parent.endMs !== null && from !== null && to !== null)
      isAbsolute ||=
        parent.startMs + to > parent.endMs + TOLERANCE_MS &&
        to <= parent.endMs + TOLERANCE_MS &&
        from >= parent.startMs - TOLERANCE_MS;
    const startMs = from === null ? parent.startMs : origin + from;
    const endMs =
      to !== null ? origin + to : lasts !== null && startMs !== null ? startMs + lasts : parent.endMs;
    return {
      startMs,
      endMs,
      agent: attribute('agent')?.trim() || parent.agent,
      isRuby: parent.isRuby || isRuby(attribute),
      ...(from !== null &&
        paragraph !== null && {
          words: { startMs: origin + from, endMs: to === null && lasts === null ? null : endMs },
        }),
    };
  };

  readXml(text, {
    open: (name, attribute) => {
      if (NOT_SPOKEN.has(name)) notSpoken++;
      if (name === 'style') rubyStyles.set(attribute('id') ?? '', attribute('ruby') ?? '');
      if (name === 'tt') {
        clock = clockOf(attribute);
        language = attribute('lang');
      } else if (name === 'agent') agent = attribute('id') ?? null;
      else if (name === 'name' && agent !== null) nameOf = '';
      if (!TIMED.has(name)) {
        if (name === 'br' && paragraph)
          paragraph.lines.push({ text: '', speaker: open.at(-1)?.agent ?? null, words: [] });
        return;
      }
      const times = begin(attribute);
      open.push(times);
      if (name === 'p')
        paragraph = {
          line: cues.length + 1,
          times,
          hasTimes: attribute('begin') !== undefined,
          inner: { startMs: null, endMs: null, agent: null, isRuby: false },
          lines: [],
          gap: null,
        };
      else if (name === 'span' && paragraph) {
        widen(paragraph.inner, times);
        // Apple writes words and sentences without spaces between them.
        if (attribute('unit') !== undefined) paragraph.gap = 'word';
        else paragraph.gap &&= 'line';
      }
    },
    text: (part) => {
      if (nameOf !== null) nameOf += part;
      else if (paragraph && notSpoken === 0 && !open.at(-1)?.isRuby) addText(paragraph, part, open.at(-1));
    },
    close: (name) => {
      if (NOT_SPOKEN.has(name)) notSpoken--;
      if (name === 'name' && agent !== null && nameOf !== null) {
        names.set(agent, nameOf);
        nameOf = null;
      } else if (name === 'agent') agent = null;
      if (!TIMED.has(name)) return;
      open.pop();
      if (name === 'span' && paragraph) paragraph.gap = 'line';
      if (name !== 'p' || !paragraph) return;
      cues.push(cueOf(paragraph));
      paragraph = null;
      checkSegments(cues.length);
    },
  });
  return { cues, names, language, isAbsolute };
};

const widen = (inner: Span, { startMs, endMs }: Span): void => {
  if (startMs !== null) inner.startMs = Math.min(inner.startMs ?? startMs, startMs);
  if (endMs !== null) inner.endMs = Math.max(inner.endMs ?? endMs, endMs);
};

/** Two words between which no other character is written. */
const GLUED = new RegExp(`(?!${UNSPACED})\\S\\0(?!${UNSPACED})\\S`, 'u');

/** Whether there is to be a space: between words, and between spans of several words, which are lines. */
const isApart = ({ gap }: Paragraph, before: string, part: string): boolean =>
  (gap === 'word' || (gap === 'line' && /\S\s+\S/.test(part) && /\S\s+\S/.test(before))) &&
  GLUED.test(`${before.slice(-2)}\0${part.slice(0, 2)}`);

/** Line breaks in the source count as spaces. */
const addText = (paragraph: Paragraph, written: string, span: Span | undefined): void => {
  const { lines } = paragraph;
  const part = isApart(paragraph, lines.at(-1)?.text.slice(-LINE_LENGTH) ?? '', written)
    ? ` ${written}`
    : written;
  paragraph.gap = null;
  const speaker = span?.agent ?? null;
  const words = wordsWithin(cleanWords(part), {
    startMs: span?.words?.startMs ?? null,
    endMs: span?.words?.endMs ?? null,
    confidence: null,
  });
  const last = lines.at(-1);
  if (last && (last.speaker === speaker || last.text === '')) {
    last.text += part;
    last.speaker = speaker;
    last.words?.push(...words);
  } else lines.push({ text: part, speaker, words });
};

const cueOf = ({ line, times, hasTimes, inner, lines }: Paragraph): RawCue => {
  const { startMs, endMs } = hasTimes || inner.startMs === null ? times : inner;
  const round = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
  const isTimed = lines.some(({ words }) => words?.some((word) => word.startMs !== null));
  const spoken = isTimed ? lines : lines.map(({ text, speaker }) => ({ text, speaker }));
  return { line, startMs: round(startMs), endMs: round(endMs), lines: [], spoken };
};

const timesOf = ({ startMs, endMs }: { startMs: number; endMs: number | null }): string =>
  `begin="${formatTime(startMs, '.')}"${endMs === null ? '' : ` end="${formatTime(endMs, '.')}"`}`;

/** @param language a BCP 47 tag, if known */
export const writeTtml = (
  segments: readonly TranscriptSegment[],
  language: string | null,
  withWords = false,
): string => {
  const cues = exportCues(segments, withWords);
  const ids = new Map<string, string>();
  for (const { speaker } of cues)
    if (speaker && !ids.has(speaker)) ids.set(speaker, `speaker${ids.size + 1}`);
  const agents = [...ids].map(
    ([name, id]) =>
      `      <ttm:agent xml:id="${id}" type="person"><ttm:name type="full">${escapeUTF8(name)}</ttm:name></ttm:agent>\n`,
  );
  const head =
    agents.length > 0 ? `  <head>\n    <metadata>\n${agents.join('')}    </metadata>\n  </head>\n` : '';
  const paragraphs = cues.map((cue) => {
    const by = cue.speaker ? ` ttm:agent="${ids.get(cue.speaker)}"` : '';
    return `      <p ${timesOf(cue)}${by}>${textOf(cue)}</p>\n`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" ' +
    `xml:lang="${escapeUTF8(language ?? '')}">\n${head}  <body>\n    <div>\n${paragraphs.join('')}    </div>\n  </body>\n</tt>\n`
  );
};

const textOf = (cue: ExportCue): string => {
  const { text, words } = cue;
  const withoutLabel = labelGuard(text);
  const write = (piece: string): string => escapeUTF8(withoutLabel(piece));
  if (!words) return write(text);
  return Array.from(piecesOf(cue, words), (word) => {
    if (!word) return ' ';
    const written = write(word.text);
    const startMs = word.startMs === null ? -1 : word.startMs - cue.startMs;
    if (startMs < 0) return written;
    // Relative to the paragraph.
    const endMs = word.endMs === null ? null : word.endMs - cue.startMs;
    return `<span ${timesOf({ startMs, endMs })}>${written}</span>`;
  }).join('');
};
