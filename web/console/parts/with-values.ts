/** Fills the placeholders of a text: `{name}` by `values.name`. */
export const withValues = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
