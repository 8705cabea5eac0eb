/** Suggests descriptions of a talk, of its own sentences. */
import { findDescriptions } from '../../../indexer/index.js';
import { descriptionIds, type FoundDescription } from '../../content/suggestions/found-suggestions.js';
import type { SuggestSource } from './suggest-source.js';

const SOURCE = 'transcript';

export const suggestDescriptions = ({ outline }: SuggestSource): FoundDescription[] => {
  const found = findDescriptions(outline);
  return descriptionIds.flatMap((id) => {
    const one = found[id];
    return one ? { id, ...one, source: SOURCE } : [];
  });
};
