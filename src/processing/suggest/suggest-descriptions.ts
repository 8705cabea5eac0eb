/** Suggests descriptions of a talk, composed of its own sentences or written by a model. */
import { findDescriptions, rateDescription } from '../../../indexer/index.js';
import { descriptionIds } from '../../content/items/suggested-descriptions.js';
import { FROM_TRANSCRIPT, type FoundDescription } from '../../content/suggestions/found-suggestions.js';
import type { SuggestSource } from './suggest-source.js';

/** A written description comes before the talk's own sentences, unless it is off topic. */
export const suggestDescriptions = ({ outline, parts, written }: SuggestSource): FoundDescription[] => {
  const sermon = parts.find(({ kind }) => kind === 'sermon');
  const found = findDescriptions(outline, sermon?.from, sermon?.to);
  return descriptionIds.flatMap((id) => {
    const text = written?.[id];
    const rating = text === undefined ? null : rateDescription(outline, text, sermon?.from, sermon?.to);
    if (written && text !== undefined && rating) return [{ id, text, ...rating, source: written.source }];
    const one = found[id];
    return one ? [{ id, ...one, source: FROM_TRANSCRIPT }] : [];
  });
};
