/** Small charts and measurements for a terminal of any width. */
import stringWidth from 'string-width';
import { printable } from './printable.js';

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
