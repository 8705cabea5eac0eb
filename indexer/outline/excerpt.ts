/** Shortens a talk to an excerpt for a consumer with limited input. */
import type { Outline } from './outline.js';

/** Approximate length of each stretch in characters: a paragraph or two. */
const STRETCH = 1_200;
/** Separator between stretches. */
const LEFT_OUT = '\n[…]\n';

/**
 * The whole talk or, if it is too long, evenly spaced stretches of it. Each starts with a sentence.
 * @param from,to the sentences to excerpt; `to` is exclusive
 */
export function excerptOf(
  { sentences }: Outline,
  maxLength: number,
  from = 0,
  to = sentences.length,
): string {
  const shown = sentences.slice(from, to).map(({ text }) => text);
  const length = shown.reduce((sum, text) => sum + text.length + 1, 0);
  if (length <= maxLength) return shown.join(' ');
  const count = Math.max(1, Math.floor(maxLength / (STRETCH + LEFT_OUT.length)));
  const stretches: string[] = [];
  let position = 0;
  let stretch = '';
  for (const text of shown) {
    // Starts the next stretch when it is due, and adds sentences while they fit.
    if (position + text.length >= (stretches.length * length) / count && stretch === '') stretch = text;
    else if (stretch !== '') stretch += ` ${text}`;
    position += text.length + 1;
    if (stretch.length < STRETCH) continue;
    stretches.push(stretch.slice(0, STRETCH).toWellFormed());
    stretch = '';
    if (stretches.length === count) break;
  }
  if (stretch !== '') stretches.push(stretch);
  return stretches.join(LEFT_OUT).slice(0, maxLength).toWellFormed();
}
