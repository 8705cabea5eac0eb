/**
 * How well suggested descriptions distinguish talks and contain the words of their titles, compared with the
 * first sentences of the talks.
 */
import {
  analyzeQuery,
  chunkSegments,
  findDescriptions,
  meanVector,
  outlineOf,
  type Embedder,
} from '../../../indexer/index.js';
import { table } from '../../../src/cli/output.js';
import type { Sermon } from '../data.js';
import type { TaskResult } from '../report.js';

export const DESCRIPTIONS = 'descriptions';
/** Every n-th sermon is used. */
const EVERY = 3;
const LIMITS = { description: 600, shortDescription: 160 };

interface Scores {
  /** Mean reciprocal rank of the sermon among all, by similarity of the text to their mean vectors. */
  mrr: number;
  /** ROUGE-1 recall of the title's words: the title is the only summary in the data. */
  rouge: number;
}

export async function descriptionTask(sermons: readonly Sermon[], embedder: Embedder): Promise<TaskResult> {
  const chosen = sermons.filter((_, at) => at % EVERY === 0);
  const texts: Record<string, string[]> = {};
  const means: Float32Array[] = [];
  for (const { segments } of chosen) {
    const embeddings = await embedder.embedDocuments(chunkSegments(segments).map(({ text }) => text));
    const outline = outlineOf({ segments, embeddings });
    means.push(meanVector(embeddings));
    const found = findDescriptions(outline);
    const sentences = outline.sentences.map(({ text }) => text);
    for (const [kind, limit] of Object.entries(LIMITS)) {
      (texts[kind] ??= []).push(found[kind as keyof typeof LIMITS]?.text ?? '');
      (texts[`${kind}: the beginning`] ??= []).push(beginning(sentences, limit));
    }
  }
  const scores = new Map<string, Scores>();
  for (const [name, all] of Object.entries(texts)) {
    const vectors = await embedder.embedDocuments(all);
    const mrr = meanOver(vectors.map((vector, at) => 1 / rankOf(at, vector, means)));
    scores.set(name, { mrr, rouge: meanOver(all.map((text, at) => recall(chosen[at]!.title, text))) });
  }
  const figures: Record<string, number> = {};
  const rows = [...scores].map(([name, { mrr, rouge }]) => {
    Object.assign(figures, { [`${name}: MRR`]: mrr, [`${name}: ROUGE-1`]: rouge });
    return [name, mrr.toFixed(3), rouge.toFixed(3)];
  });
  const missed = Object.keys(LIMITS).flatMap((kind) =>
    (['mrr', 'rouge'] as const).flatMap((metric) => {
      const [own, lead] = [scores.get(kind)!, scores.get(`${kind}: the beginning`)!];
      return own[metric] < lead[metric] ? [`${kind}: ${metric} is below that of the beginning`] : [];
    }),
  );
  const details = table([DESCRIPTIONS, 'MRR', 'ROUGE-1 of titles'], rows);
  return { task: DESCRIPTIONS, queries: chosen.length, columns: {}, figures, missed, details };
}

/** The first whole sentences that fit into the limit. */
function beginning(sentences: readonly string[], limit: number): string {
  let text = '';
  for (const sentence of sentences) {
    if (text.length + sentence.length >= limit) break;
    text += `${sentence} `;
  }
  return text.trim() || (sentences[0] ?? '').slice(0, limit);
}

const meanOver = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function rankOf(own: number, vector: Float32Array, means: readonly Float32Array[]): number {
  const near = (mean: Float32Array): number => mean.reduce((sum, value, i) => sum + value * vector[i]!, 0);
  const score = near(means[own]!);
  return 1 + means.filter((mean) => near(mean) > score).length;
}

function recall(title: string, text: string): number {
  const words = analyzeQuery(title).terms;
  const own = new Set(analyzeQuery(text).terms);
  return words.filter((word) => own.has(word)).length / Math.max(1, words.length);
}
