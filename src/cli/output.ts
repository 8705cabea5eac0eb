/** Output of commands: results on stdout, progress on stderr (a bar if it is a terminal). */
import { Presets, SingleBar } from 'cli-progress';
import stringWidth from 'string-width';
import { printable, printableLines } from './printable.js';

/** Prints one or more lines. Pass user content through `printable`, so that it cannot add lines. */
export const print = (text: string): void => void process.stdout.write(`${printableLines(text)}\n`);

export const note = (text: string): void => void process.stderr.write(`${printableLines(text)}\n`);

export interface Progress {
  /** Both numbers may grow. */
  update(done: number, total: number): void;
  stop(): void;
}

const LINE_INTERVAL_MS = 5_000;

/** Shows a bar in a terminal; otherwise prints a line every few seconds, so that a log stays readable. */
export const progress = (label: string): Progress => {
  if (process.stderr.isTTY) {
    const bar = new SingleBar(
      { format: `${label} {bar} {value}/{total} {eta_formatted}`, stream: process.stderr, hideCursor: true },
      Presets.shades_classic,
    );
    let started = false;
    return {
      update: (done, total) => {
        if (started) {
          bar.setTotal(total);
          bar.update(done);
        } else {
          started = true;
          bar.start(total, done);
        }
      },
      stop: () => {
        if (started) bar.stop();
      },
    };
  }
  let last: { text: string; at: number } = { text: '', at: 0 };
  return {
    update: (done, total) => {
      const text = `${label} ${done}/${total}`;
      if (text === last.text || (done < total && Date.now() - last.at < LINE_INTERVAL_MS)) return;
      last = { text, at: Date.now() };
      note(text);
    },
    stop: () => undefined,
  };
};

/** Formats rows under headings, with columns as wide as their widest cell. */
export const table = (headings: string[], rows: string[][]): string => {
  const lines = [headings, ...rows];
  const widths = headings.map((_, i) =>
    Math.max(...lines.map((row) => stringWidth(printable(row[i] ?? '')))),
  );
  return lines
    .map((row) =>
      row
        .map((cell, i) => fitted(cell, widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const STEPS = '▁▂▃▄▅▆▇█';
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** One character per value, scaled to the largest; neighbours are summed if there are more than `width`. */
export const sparkline = (values: readonly number[], width: number): string => {
  const shown = values.length > width ? condense(values, Math.max(width, 1)) : values;
  const most = Math.max(...shown, 0);
  return shown
    .map((value) => (most === 0 ? STEPS[0] : STEPS[Math.ceil((value / most) * (STEPS.length - 1))]))
    .join('');
};

const condense = (values: readonly number[], width: number): number[] =>
  Array.from({ length: width }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * values.length) / width));
    return values.slice(from, to).reduce((sum, value) => sum + value, 0);
  });

/** A bar for the value's share of `most`, precise to an eighth of a character. */
export const bar = (value: number, most: number, width: number): string => {
  const eighths = most > 0 ? Math.round((Math.min(value, most) / most) * width * 8) : 0;
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
};

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text in exactly `width` columns: truncated with an ellipsis or padded with spaces. */
export const fitted = (text: string, width: number): string => {
  const clean = printable(text);
  const missing = width - stringWidth(clean);
  if (missing >= 0) return clean + ' '.repeat(missing);
  let cut = '';
  for (const { segment } of graphemes.segment(clean)) {
    if (stringWidth(cut + segment) > width - 1) break;
    cut += segment;
  }
  return width < 1 ? '' : `${cut}…${' '.repeat(width - 1 - stringWidth(cut))}`;
};

/** `12.3 h`, `4 min`, `38 s` */
export const timeSpan = (seconds: number): string => {
  if (seconds >= 3_600) return `${(seconds / 3_600).toFixed(seconds >= 360_000 ? 0 : 1)} h`;
  if (seconds >= 60) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds)} s`;
};

/** `▲ 20%`, `▼ 3%`, `new` if there was nothing before, empty if unchanged. */
export const change = (now: number, before: number): string => {
  if (now === before) return '';
  if (before === 0) return 'new';
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${now > before ? '▲' : '▼'} ${percent}%`;
};
