/** The mean of embeddings, which are compared by their directions alone. */

/** @returns of unit length; zeros where the vectors cancel out, or there are none */
export function meanVector(vectors: readonly Float32Array[], weights?: readonly number[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const [at, vector] of vectors.entries()) {
    const weight = weights?.[at] ?? 1;
    for (let i = 0; i < mean.length; i++) mean[i]! += weight * vector[i]!;
  }
  const length = Math.hypot(...mean);
  return length > 0 ? mean.map((value) => value / length) : mean;
}
