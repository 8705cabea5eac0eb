/** Calibration: compares predicted probabilities with observed frequencies. */
import { table } from '../../src/cli/output.js';

export interface Prediction {
  score: number;
  relevant: boolean;
}

interface Bin {
  count: number;
  predicted: number;
  observed: number;
}

const BINS = 10;
/** Scores below this are ignored, because nearly all candidates have them. */
export const JUDGED_FROM = 0.1;

/** Ten bins by score: number of predictions, their mean score, and the share that was relevant. */
function bins(predictions: readonly Prediction[]): Bin[] {
  const sums = Array.from({ length: BINS }, () => ({ count: 0, score: 0, relevant: 0 }));
  for (const { score, relevant } of predictions) {
    const bin = sums[Math.min(BINS - 1, Math.floor(score * BINS))]!;
    bin.count++;
    bin.score += score;
    bin.relevant += Number(relevant);
  }
  return sums.map(({ count, score, relevant }) => ({
    count,
    predicted: score / count,
    observed: relevant / count,
  }));
}

/** Whether at least half of the predictions are relevant in each bin from .5 upwards. */
export const isRightAboveHalf = (predictions: readonly Prediction[]): boolean =>
  bins(predictions)
    .slice(BINS / 2)
    .every(({ count, observed }) => count === 0 || observed >= 0.5);

/** Expected calibration error: mean distance between predicted and observed over all predictions. NaN without any. */
export function calibrationError(predictions: readonly Prediction[], from = 0): number {
  const counted = bins(predictions.filter(({ score }) => score >= from)).filter(({ count }) => count > 0);
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  return (
    counted.reduce((sum, { count, predicted, observed }) => sum + count * Math.abs(predicted - observed), 0) /
    all
  );
}

/** @param columns predictions by heading */
export function renderedCurve(columns: Readonly<Record<string, readonly Prediction[]>>): string {
  const byColumn = Object.values(columns).map(bins);
  const share = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(3));
  const rows = Array.from({ length: BINS }, (_, at) => [
    `${(at / BINS).toFixed(1)} to ${((at + 1) / BINS).toFixed(1)}`,
    ...byColumn.flatMap((column) => {
      const { count, predicted, observed } = column[at]!;
      return [String(count), share(predicted), share(observed)];
    }),
  ]);
  const headings = Object.keys(columns).flatMap((name) => [name, 'predicted', 'observed']);
  return table(['score', ...headings], rows);
}
