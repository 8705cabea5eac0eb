/** Logistic regression by Newton's method. */

export interface Observation {
  x: readonly number[];
  /** The observed outcome. */
  y: boolean;
  weight?: number;
  /** Added to the log-odds. */
  offset?: number;
}

const ITERATIONS = 40;
const ENOUGH = 1e-7;

/** @param ridge penalty on the squared coefficients */
export function fitLogistic(observations: readonly Observation[], ridge: number): number[] {
  const size = observations[0]?.x.length ?? 0;
  const fit = Array.from({ length: size }, () => 0);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = fit.map((value) => -ridge * value);
    const curvature = fit.map((_, row) => fit.map((__, column) => (row === column ? ridge : 0)));
    for (const { x, y, weight = 1, offset = 0 } of observations) {
      let logOdds = offset;
      for (let at = 0; at < size; at++) logOdds += fit[at]! * x[at]!;
      const p = 1 / (1 + Math.exp(-logOdds));
      const residual = weight * (Number(y) - p);
      const spread = weight * p * (1 - p);
      for (let row = 0; row < size; row++) {
        gradient[row]! += residual * x[row]!;
        for (let column = 0; column <= row; column++)
          curvature[row]![column]! += spread * x[row]! * x[column]!;
      }
    }
    for (let row = 0; row < size; row++)
      for (let column = 0; column < row; column++) curvature[column]![row] = curvature[row]![column]!;
    const step = solve(curvature, gradient);
    step.forEach((value, at) => (fit[at]! += value));
    if (Math.max(...step.map(Math.abs)) < ENOUGH) break;
  }
  return fit;
}

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at]!]);
  rows.forEach((pivot, at) => {
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const factor = row[at]! / pivot[at]!;
      for (let column = at; column < row.length; column++) row[column]! -= factor * pivot[column]!;
    }
  });
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}
