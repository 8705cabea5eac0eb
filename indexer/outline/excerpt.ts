/** What of a talk is shown to something that takes only so much text. */
import type { Outline } from './outline.js';

/** Of a talk that is too long, stretches of about so many characters, which is a paragraph or two. */
const STRETCH = 1_200;
/** Between stretches. */
const LEFT_OUT = '\n[…]\n';

/**
 * All of a talk, or stretches of it that are as far from each other, from its beginning to its end. They begin with a
 * sentence.
 * @param from and `to`: the sentences that are shown, `to` exclusive
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
    // The sentence in which the next stretch is due, and those after it while they fit.
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
