/** Text of the library as text nodes: nothing of it is ever markup. */
import { html, type TemplateResult } from 'lit';

/** @param ranges start and end of the marked parts, in UTF-16 units, in their order */
export const marked = (
  text: string,
  ranges: readonly (readonly [number, number])[],
): (string | TemplateResult)[] => {
  const parts: (string | TemplateResult)[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start < at || end <= start) continue;
    parts.push(text.slice(at, start), html`<mark part="mark">${text.slice(start, end)}</mark>`);
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
};
