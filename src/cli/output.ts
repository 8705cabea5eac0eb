/** How commands speak: answers on stdout, progress on stderr, bars where a terminal is there. */
import { Presets, SingleBar } from 'cli-progress';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const note = (text: string): void => void process.stderr.write(`${text}\n`);

export interface Progress {
  /** @param done of `total`; both may grow */
  update(done: number, total: number): void;
  stop(): void;
}

const LINE_INTERVAL_MS = 5_000;

/** A bar in a terminal; elsewhere a line now and then, so that a log stays readable. */
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

/** Rows under headings, columns as wide as their widest cell. */
export const table = (headings: string[], rows: string[][]): string => {
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
