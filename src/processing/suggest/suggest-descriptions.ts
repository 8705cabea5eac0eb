/** Suggests descriptions of a talk, of its own sentences. */
import { findDescriptions } from '../../../indexer/index.js';
import { descriptionIds, type FoundDescription } from '../../content/suggestions/found-suggestions.js';
import type { SuggestSource } from './suggest-source.js';

const SOURCE = 'transcript';

export const suggestDescriptions = ({ outline, parts }: SuggestSource): FoundDescription[] => {
  const sermon = parts.find(({ kind }) => kind === 'sermon');
  const found = findDescriptions(outline, sermon?.from, sermon?.to);
  return descriptionIds.flatMap((id) => {
    const one = found[id];
    return one ? { id, ...one, source: SOURCE } : [];
  });
};
