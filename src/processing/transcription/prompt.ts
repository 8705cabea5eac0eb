/** The prompt for a transcriber: what recordings are about, and the account's vocabulary. */

/** Whisper reads only the last 224 tokens. */
const MAX_LENGTH = 600;

/**
 * The text with as many words of the vocabulary as fit, preferring the last ones.
 * @param text what recordings are about; null without a text
 */
export const promptOf = (text: string | null, vocabulary: readonly string[]): string => {
  let length = text?.length ?? 0;
  const fitting = vocabulary.toReversed().filter((words) => {
    if (length + words.length + 2 > MAX_LENGTH) return false;
    length += words.length + 2;
    return true;
  });
  const words = fitting.length > 0 ? `${fitting.toReversed().join(', ')}.` : '';
  return [text, words].filter(Boolean).join(' ');
};
