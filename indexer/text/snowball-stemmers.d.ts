/** The part of `snowball-stemmers` that is used here; the package ships no types. */
declare module 'snowball-stemmers' {
  export interface Stemmer {
    stem(word: string): string;
  }
  const snowball: { newStemmer(algorithm: string): Stemmer };
  export default snowball;
}
