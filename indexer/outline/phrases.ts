/** Extracts phrases that can stand alone, for titles and topics, by part of speech. English only. */
import { createRequire } from 'node:module';
import type compromise from 'compromise/two';

/** A word of a sentence with its part-of-speech tags. */
export interface TaggedWord {
  /** As written, without punctuation. */
  text: string;
  /** Whether it is followed by punctuation that no phrase crosses. */
  ends: boolean;
  tags: ReadonlySet<string>;
}

export interface Phrase {
  /** Indexes of the sentence's words; `to` exclusive. */
  from: number;
  to: number;
}

let nlp: typeof compromise | undefined;

/** The words of a sentence with their parts of speech. */
export function tagWords(sentence: string): TaggedWord[] {
  // Loaded on demand: its word lists take some time and memory.
  nlp ??= createRequire(import.meta.url)('compromise/two') as typeof compromise;
  // A dash ends a phrase even without spaces around it.
  const terms = nlp(sentence.replace(/\s*(?:--+|[—–])\s*/g, ', ')).termList() as {
    text: string;
    post: string;
    tags?: Iterable<string>;
  }[];
  return terms.flatMap(({ text, post, tags }) =>
    text === '' ? [] : [{ text, ends: /[^\s’'-]/u.test(post), tags: new Set(tags ?? []) }],
  );
}

const has = (word: TaggedWord | undefined, ...tags: string[]): boolean =>
  word !== undefined && tags.some((tag) => word.tags.has(tag));

const AUXILIARY = /^(?:is|are|was|were|be|been|am|do|does|did|doing|has|have|had|being|having)$/i;
const isNoun = (word: TaggedWord | undefined): boolean =>
  has(word, 'Noun', 'Gerund') && !has(word, 'Pronoun', 'Date', 'Expression') && !AUXILIARY.test(word!.text);
const isBefore = (word: TaggedWord | undefined): boolean =>
  isNoun(word) || (has(word, 'Adjective', 'Value', 'Possessive', 'Participle') && !has(word, 'Pronoun'));
const isArticle = (word: TaggedWord | undefined): boolean =>
  has(word, 'Determiner') || /^(?:our|your|his|her|their|my|its)$/iu.test(word?.text ?? '');
const LINKS = new Set(
  'of in for to with from and on by through over against without among between into'.split(' '),
);

/**
 * The noun phrases of a sentence: nouns with their modifiers, also several joined by prepositions ("the throne of
 * grace"). No phrase crosses punctuation.
 *
 * @param maxWords maximum number of words per phrase
 */
export function nounPhrases(words: readonly TaggedWord[], maxWords: number): Phrase[] {
  const phrases: Phrase[] = [];
  /** The end of the simple phrase that begins here, or −1. */
  const simpleEnd = (from: number): number => {
    let at = from;
    if (isArticle(words[at]) && !words[at]!.ends) at++;
    let end = -1;
    for (; at < words.length && isBefore(words[at]); at++) {
      if (isNoun(words[at])) end = at + 1;
      if (words[at]!.ends) break;
    }
    return end;
  };
  for (let from = 0; from < words.length; from++) {
    // Does not start in the middle of a phrase.
    if (from > 0 && !words[from - 1]!.ends && (isBefore(words[from - 1]) || isArticle(words[from - 1])))
      continue;
    let end = simpleEnd(from);
    while (end > 0 && end - from <= maxWords) {
      phrases.push({ from, to: end });
      const link = words[end];
      if (words[end - 1]!.ends || !link || link.ends || !LINKS.has(link.text.toLowerCase())) break;
      end = simpleEnd(end + 1);
    }
  }
  return phrases;
}

/** Words that are tagged as nouns but cannot end a phrase. */
const NO_END = /^(?:unto|upon|thee|thou|thy|ye|saith|hath|doth|let|like|ing|there|here|so|such|us|them)$/i;
const PRONOUN =
  /^(?:i|me|my|we|us|our|you|your|he|him|his|she|her|it|its|they|them|their|thee|thou|thy|ye|the|an?|this|that|these|those|against)$/i;
const OWNED = /^(?:my|our|your|his|her|their|its|thy|this|that|these|those|such)$/i;

/**
 * Whether a phrase makes sense without its sentence: it must not begin with a participle or a reference to
 * something else, nor end in a verb ("my brother sin against me").
 */
export function readsAlone(words: readonly TaggedWord[], { from, to }: Phrase): boolean {
  const [first, last, next] = [words[from]!, words[to - 1]!, words[to]];
  if (OWNED.test(first.text) || AUXILIARY.test(first.text) || has(first, 'Participle', 'PastTense'))
    return false;
  if (NO_END.test(last.text) || has(last, 'Gerund', 'Verb') || /^\p{L}+ing$/u.test(last.text)) return false;
  if (!last.ends && next && PRONOUN.test(next.text)) return false;
  return words.slice(from, to).every(({ text }) => /^[\p{L}\p{N}][^"“”()[\]]*$/u.test(text));
}

const COMMON = new Set('the and of to a in that is it you for was with'.split(' '));
/** Minimum share of common English words: about a third in English, close to none in other languages. */
const COMMON_SHARE = 0.12;

/** Whether most of these sentences are English. */
export function isEnglish(sentences: readonly string[]): boolean {
  let words = 0;
  let common = 0;
  for (const sentence of sentences)
    for (const word of sentence.toLowerCase().split(' ')) {
      words++;
      if (COMMON.has(word)) common++;
    }
  return common > words * COMMON_SHARE;
}
