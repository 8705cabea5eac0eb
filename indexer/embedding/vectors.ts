/** Vector arithmetic for embeddings, of which only the direction matters. */

/** The dot product; for unit vectors, this is the cosine. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** @returns the mean direction, of unit length; zeros if the vectors cancel out or there are none */
export function meanVector(vectors: readonly Float32Array[], weights?: readonly number[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const [at, vector] of vectors.entries()) {
    const weight = weights?.[at] ?? 1;
    for (let i = 0; i < mean.length; i++) mean[i]! += weight * vector[i]!;
  }
  const length = Math.hypot(...mean);
  return length > 0 ? mean.map((value) => value / length) : mean;
}

/** A zero vector has no cosine. */
export const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0);
