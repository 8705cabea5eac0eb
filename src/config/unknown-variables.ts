/** Finds environment variables that are probably meant for Lectern, but are not read: a typing error changes nothing. */

/** First words of our variables that other programs use for theirs too, or that say nothing. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'ANALYTICS API DATA DATABASE DEFAULT FILES HOST LOG MAX PORT REQUEST SECRET SLOW TRANSCODE'.split(' '),
);
/** Variables that Kubernetes and Docker set for each service, such as one that is called qdrant. */
const OF_SERVICES = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?|NAME)$/;
/** Longer names are no typing errors, and would take time. */
const MAX_LENGTH = 64;

/**
 * Names with a first word that only ours have, such as `SMTP_`, or one letter from one of ours.
 * @param known the variables that are read
 * @returns what each was probably meant to be; undefined if nothing is similar
 */
export const unknownVariables = (
  env: NodeJS.ProcessEnv,
  known: readonly string[],
): Map<string, string | undefined> => {
  const isKnown = new Set(known);
  const words = new Set(known.flatMap((name) => (name.includes('_') ? [firstWord(name)] : [])));
  const unknown = Object.keys(env).filter((name) => !isKnown.has(name) && name.length <= MAX_LENGTH);
  return new Map(
    unknown.flatMap((name): [string, string | undefined][] => {
      const meant = known.find((one) => one.length > 4 && isOneEditApart(one, name));
      if (meant) return [[name, meant]];
      const word = firstWord(name);
      const isOurs = words.has(word) && !COMMON_WORDS.has(word);
      return isOurs && !OF_SERVICES.test(name) ? [[name, undefined]] : [];
    }),
  );
};

/** One sentence for people; undefined if there are none. */
export const describeUnknown = (unknown: ReturnType<typeof unknownVariables>): string | undefined => {
  if (unknown.size === 0) return undefined;
  const named = [...unknown].map(([name, meant]) => (meant ? `${name} (do you mean ${meant}?)` : name));
  return `Not read by Lectern: ${named.join(', ')}. See docs/configuration.md for the variables that are`;
};

const firstWord = (name: string): string => name.slice(0, Math.max(0, name.indexOf('_')));

/** Whether one character is inserted, removed, replaced or exchanged with the next. */
const isOneEditApart = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
};
