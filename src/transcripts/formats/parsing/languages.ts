/** Parses languages as programs write them: `en`, `en_us`, `english`. */

let codes: Map<string, string> | undefined;

/** Codes by English name: all two-letter codes that the platform knows, as Whisper uses them. */
const codesByName = (): Map<string, string> => {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z'.split(' ');
  return new Map(
    letters.flatMap((first) =>
      letters.flatMap((second): [string, string][] => {
        const name = names.of(first + second);
        return name ? [[name.toLowerCase(), first + second]] : [];
      }),
    ),
  );
};

/** The BCP 47 tag for a tag or an English name; an empty object for anything else, including `und`. */
export const languageOf = (written: unknown): { language?: string } => {
  if (typeof written !== 'string' || written.length > 35) return {};
  const text = written.trim().replaceAll('_', '-');
  const tag = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(text)
    ? text
    : (codes ??= codesByName()).get(text.toLowerCase());
  if (!tag) return {};
  const [canonical] = Intl.getCanonicalLocales(tag);
  return canonical && canonical !== 'und' ? { language: canonical } : {};
};
