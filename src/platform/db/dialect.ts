/** The few places where SQLite and PostgreSQL differ. */
import { PostgresAdapter, sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './tables.js';

export type Db = Kysely<Tables>;

export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

const UNIQUE_VIOLATIONS = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);

/** True for the error of a write that a unique index refused. */
export const isUniqueViolation = (error: unknown): boolean =>
  UNIQUE_VIOLATIONS.has(String((error as { code?: unknown } | undefined)?.code));

/**
 * LIKE over all of Unicode, blind to case; `\\` escapes, and one at the very end stands for itself. SQLite's own LIKE folds
 * ASCII only, hence a function of ours there. Both fold alike: to lower case, a final sigma as any other.
 */
export const likeIgnoringCase = (
  db: Db,
  column: Expression<unknown>,
  pattern: string,
): RawBuilder<boolean> => {
  const whole = pattern.replace(/(?<!\\)(?:\\\\)*\\$/, '$&\\');
  return isPostgres(db)
    ? sql`${foldedPostgres(column)} like ${foldedPostgres(sql`${whole}::text`)} escape '\\'`
    : sql`unicode_like(${column}, ${whole}) = 1`;
};

const foldedPostgres = (value: Expression<unknown>): RawBuilder<string> =>
  sql`replace(lower(${value} collate "und-x-icu"), 'ς', 'σ')`;

const folded = (value: string): string => value.toLowerCase().replaceAll('ς', 'σ');

/** `text` as a LIKE pattern that matches it alone. */
export const literalPattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** `text` as a LIKE pattern that finds it anywhere. */
export const containsPattern = (text: string): string => `%${literalPattern(text)}%`;

/** The matcher behind SQLite's `unicode_like(value, pattern)`: 1, 0, or null for null. */
export const unicodeLike = (): ((value: string | number | null, pattern: string | null) => 0 | 1 | null) => {
  const compiled = new Map<string, (value: string) => boolean>();
  const compile = (pattern: string): ((value: string) => boolean) => {
    const known = compiled.get(pattern);
    if (known) return known;
    const matcher = likeMatcher(folded(pattern));
    if (compiled.size > 500) compiled.clear();
    compiled.set(pattern, matcher);
    return matcher;
  };
  return (value, pattern) => {
    if (value === null || pattern === null) return null;
    return compile(pattern)(folded(String(value))) ? 1 : 0;
  };
};

/** What stands between the `%` of the pattern is looked for piece by piece, first place first: linear where one regular expression would not be. */
const likeMatcher = (pattern: string): ((value: string) => boolean) => {
  const pieces: string[][] = [[]];
  for (const [token, escaped] of pattern.matchAll(/\\([^])|[^]/gu)) {
    if (token === '%') pieces.push([]);
    else pieces.at(-1)?.push(token === '_' ? '[^]' : (escaped ?? token).replace(SYNTAX, '\\$&'));
  }
  const last = pieces.length - 1;
  const searches = pieces.map(
    (piece, i) => new RegExp(`${i === 0 ? '^' : ''}${piece.join('')}${i === last ? '$' : ''}`, 'gu'),
  );
  return (value) => {
    let from = 0;
    return searches.every((search) => {
      search.lastIndex = from;
      const found = search.test(value);
      from = search.lastIndex;
      return found;
    });
  };
};

const SYNTAX = /[/\\^$*+?.()|[\]{}]/g;
