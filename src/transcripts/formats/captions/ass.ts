/** Parses SubStation Alpha (.ssa) and Advanced SubStation Alpha (.ass): the `Dialogue:` lines of `[Events]`. */
import type { RawCue } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { checkLines, checkSegments } from '../parsing/limits.js';
import { parseTime } from '../segments/times.js';

/** Default fields of a line, those of Advanced SubStation Alpha, if the file does not declare them. */
const FIELDS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
/** An override such as `{\i1}`, and the text after it. */
const OVERRIDE = /\{([^{}]*)\}([^{]*)/g;
/** Switches to drawing mode: what follows is a shape. */
const DRAWING = /\\p[1-9]/;

export const looksLikeAss = (text: string): boolean =>
  /^\s*(?:;[^\n]*\n\s*)*\[(?:script info|events|v4\+? styles)\]/i.test(text.slice(0, 4_096));

/** @throws {TranscriptFormatError} when there is no dialogue, or it has no words */
export const parseAss = (text: string): ParsedTranscript => {
  checkLines(text);
  const cues: RawCue[] = [];
  let fields = FIELDS;
  let isEvents = false;
  text.split('\n').forEach((line, i) => {
    const section = /^\s*\[([^\]]+)\]\s*$/.exec(line);
    if (section) isEvents = section[1]!.toLowerCase() === 'events';
    const [, kind, values] = /^\s*(Format|Dialogue):(.*)$/i.exec(line) ?? [];
    if (!isEvents || !kind || values === undefined) return;
    if (kind.toLowerCase() === 'format') {
      fields = values.split(',').map((name) => name.trim().toLowerCase());
      return;
    }
    cues.push(cueOf(i + 1, valuesOf(values, fields)));
    checkSegments(cues.length);
  });
  if (cues.length === 0)
    throw new TranscriptFormatError('Not a SubStation Alpha transcript: [Events] has no line "Dialogue: …"');
  return segmentsOfCues(cues, []);
};

/** The last field, the text, may contain commas. */
const valuesOf = (line: string, fields: readonly string[]): Map<string, string> => {
  const values = line.split(',');
  const rest = values.splice(fields.length - 1).join(',');
  return new Map(fields.map((name, i) => [name, (values[i] ?? rest).trim()]));
};

const cueOf = (line: number, values: ReadonlyMap<string, string>): RawCue => {
  const speaker = values.get('name') || values.get('actor') || null;
  const lines = (values.get('text') ?? '')
    .replace(OVERRIDE, (_, override: string, rest: string) => (DRAWING.test(override) ? '' : rest))
    .replaceAll('\\h', ' ')
    .split(/\\[Nn]/);
  return {
    line,
    startMs: parseTime(values.get('start') ?? ''),
    endMs: parseTime(values.get('end') ?? ''),
    lines,
    marked: (values.get('text') ?? '').replace(/\\[Nnh]/g, ' '),
    spoken: lines.map((text) => ({ text, speaker })),
  };
};
