/** Small charts and metrics for a terminal, of any width. */

const STEPS = '▁▂▃▄▅▆▇█';
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** One character a value, the highest for the greatest; at most `width` of them, neighbours put together where there are more. */
export const sparkline = (values: readonly number[], width: number): string => {
  const shown = values.length > width ? gathered(values, Math.max(width, 1)) : values;
  const most = Math.max(...shown, 0);
  return shown
    .map((value) => (most === 0 ? STEPS[0] : STEPS[Math.ceil((value / most) * (STEPS.length - 1))]))
    .join('');
};

const gathered = (values: readonly number[], width: number): number[] =>
  Array.from({ length: width }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * values.length) / width));
    return values.slice(from, to).reduce((sum, value) => sum + value, 0);
  });

/** A bar of the value's share of `most`, in eighths of a character. */
export const bar = (value: number, most: number, width: number): string => {
  const eighths = most > 0 ? Math.round((Math.min(value, most) / most) * width * 8) : 0;
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
};

/** Characters that take two columns: East Asian ones and pictures. */
const WIDE =
  /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const columns = (character: string): number => (WIDE.test(character) ? 2 : 1);

export const textWidth = (text: string): number =>
  [...segments.segment(text)].reduce((sum, { segment }) => sum + columns(segment), 0);

/** What comes from others may hold control characters: a terminal would obey them. */
export const printable = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

/** The text in exactly `width` columns, cut with an ellipsis or filled with spaces. */
export const fitted = (text: string, width: number): string => {
  const clean = printable(text);
  const wide = textWidth(clean);
  if (wide <= width) return clean + ' '.repeat(width - wide);
  let cut = '';
  let used = 0;
  for (const { segment } of segments.segment(clean)) {
    if (used + columns(segment) > width - 1) break;
    cut += segment;
    used += columns(segment);
  }
  return width < 1 ? '' : `${cut}…${' '.repeat(width - 1 - used)}`;
};

/** `12.3 h`, `4 min`, `38 s` */
export const timeSpan = (seconds: number): string => {
  if (seconds >= 3_600) return `${(seconds / 3_600).toFixed(seconds >= 360_000 ? 0 : 1)} h`;
  if (seconds >= 60) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds)} s`;
};

/** `▲ 20%`, `▼ 3%`, `new` where there was nothing, nothing where nothing changed. */
export const change = (now: number, before: number): string => {
  if (now === before) return '';
  if (before === 0) return 'new';
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${now > before ? '▲' : '▼'} ${percent}%`;
};
