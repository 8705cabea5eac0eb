/** Renders library text as text nodes, so that markup in it stays inert. */
import { html, type TemplateResult } from 'lit';

/** @param ranges sorted start and end of each highlighted part, in UTF-16 units */
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
