/** Choices of a select from the texts of its values. */
export const optionsOf = (texts: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
