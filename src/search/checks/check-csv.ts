/** Checks as CSV: one line each, with a header. */
import type { Row } from '../../platform/db/tables.js';
import { csvOf, readCsv } from '../../platform/lib/csv.js';
import { badRequest, invalid, type ErrorDetail } from '../../platform/lib/errors.js';
import { details } from '../../platform/lib/zod-issues.js';
import { DEFAULT_RANK, newCheck, type NewCheck } from './check.schema.js';

const COLUMNS = ['query', 'itemId', 'maxRank'] as const;
const SHOWN = [...COLUMNS, 'title', 'status', 'rank', 'checkedDate'] as const;

/** @param titles of the items, by id */
export const checksAsCsv = (
  checks: readonly Row<'searchCheck'>[],
  titles: ReadonlyMap<number, string>,
): string =>
  csvOf([
    SHOWN,
    ...checks.map((check) =>
      SHOWN.map((column) => (column === 'title' ? (titles.get(check.itemId) ?? '') : check[column])),
    ),
  ]);

const number = (cell: string | undefined): unknown => (cell && /^\d{1,15}$/.test(cell) ? Number(cell) : cell);

/**
 * Other columns are ignored.
 * @param max number of checks
 * @throws {BadRequestError} when the header lacks `query` or `itemId`, or there are more lines
 * @throws {ValidationError} naming the invalid cells, such as `3.itemId` for the second check, after the header
 */
export const checksFromCsv = (text: string, max: number): NewCheck[] => {
  const [header = [], ...rows] = readCsv(text, max + 2);
  const names = header.map((name) => name.toLowerCase());
  const [query, itemId, maxRank] = COLUMNS.map((name) => names.indexOf(name.toLowerCase()));
  if (query! < 0 || itemId! < 0) throw badRequest('The first line must have the columns query and itemId');
  if (rows.length > max) throw badRequest(`The file must have at most ${max} checks`);
  const problems: ErrorDetail[] = [];
  const checks = rows.flatMap((row, at): NewCheck[] => {
    const rank = row[maxRank!];
    const parsed = newCheck.safeParse({
      query: row[query!],
      itemId: number(row[itemId!]),
      maxRank: rank ? number(rank) : DEFAULT_RANK,
    });
    if (parsed.success) return [parsed.data];
    problems.push(
      ...details(parsed.error).map(({ path, message }) => ({
        path: `${at + 2}.${path}`,
        message,
      })),
    );
    return [];
  });
  if (problems.length > 0) throw invalid(problems);
  return checks;
};
