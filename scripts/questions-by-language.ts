/** Reads questions that are given in several languages. */
import { readFileSync } from 'node:fs';

/**
 * @param file tab-separated: a heading of languages, then a question in each of them per line
 * @returns the questions in the order of the file, by ISO 639-1 code
 */
export function questionsByLanguage(file: string): Map<string, string[]> {
  const [languages = [], ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  return new Map(languages.map((language, column) => [language, rows.map((row) => row[column]!)]));
}
