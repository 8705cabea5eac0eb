/** The few places where SQLite and PostgreSQL differ. */
import { PostgresAdapter, sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './tables.js';

export type Db = Kysely<Tables>;

export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Case-insensitive LIKE over all of Unicode, `\` escapes. SQLite's own LIKE folds ASCII only, hence a function of ours there. */
export const likeIgnoringCase = (
  db: Db,
  column: Expression<unknown>,
  pattern: string,
): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql`lower(${column} collate "und-x-icu") like lower(${pattern}::text collate "und-x-icu") escape '\\'`
    : sql`unicode_like(${column}, ${pattern}) = 1`;

/** `text` as a LIKE pattern that finds it anywhere, its own wildcards escaped. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The matcher behind SQLite's `unicode_like(value, pattern)`: 1, 0, or null for null. */
export const unicodeLike = (): ((value: string | number | null, pattern: string | null) => 0 | 1 | null) => {
  const compiled = new Map<string, RegExp>();
  const compile = (pattern: string): RegExp => {
    const known = compiled.get(pattern);
    if (known) return known;
    const source = pattern
      .toLowerCase()
      .replace(/\\([^])|([%_])|([^])/gu, (_all, escaped: string, wild: string, plain: string) => {
        if (wild) return wild === '%' ? '[^]*' : '[^]';
        return (escaped || plain).replace(/[/\-\\^$*+?.()|[\]{}]/g, '\\$&');
      });
    const regex = new RegExp(`^${source}$`, 'u');
    if (compiled.size > 500) compiled.clear();
    compiled.set(pattern, regex);
    return regex;
  };
  return (value, pattern) => {
    if (value === null || pattern === null) return null;
    return compile(pattern).test(String(value).toLowerCase()) ? 1 : 0;
  };
};
