/** Values for the path parameters of a document, read from the tables they are named after. */
import { sql } from 'kysely';
import type { Db } from '../../../src/platform/db/dialect.js';
import type { Operation } from '../operations.js';
import type { KnownIds } from './requests.js';

/** Tables whose name differs from the parameter's. */
const TABLES: Record<string, string> = { id: 'item', personId: 'accountPerson' };

export const knownIds = async (
  db: Db,
  accountId: number,
  operations: readonly Operation[],
): Promise<KnownIds> => {
  const known: KnownIds = new Map([['accountId', [accountId]]]);
  const integers = operations.flatMap(({ declared }) =>
    (declared.parameters ?? []).flatMap(
      ({ in: place, name, schema }: { in: string; name: string; schema: { type?: string } }) =>
        place === 'path' && schema.type === 'integer' ? name : [],
    ),
  ) as string[];
  for (const name of new Set(integers)) {
    if (known.has(name)) continue;
    const table = TABLES[name] ?? name.replace(/Id$/, '');
    const { rows } = await sql<{ id: number }>`select "id" from ${sql.table(table)}
      where "accountId" = ${accountId} order by "id" desc limit 5`.execute(db);
    known.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  const slugs = await db
    .selectFrom('item')
    .select('urlSlug')
    .where('accountId', '=', accountId)
    .where('urlSlug', 'is not', null)
    .limit(5)
    .execute();
  known.set(
    'slug',
    slugs.map(({ urlSlug }) => encodeURIComponent(urlSlug!)),
  );
  return known;
};
