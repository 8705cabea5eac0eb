/** Output of commands: results on stdout, progress on stderr (a bar if it is a terminal). */
import { Presets, SingleBar } from 'cli-progress';
import stringWidth from 'string-width';
import { fitted } from './charts.js';
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
