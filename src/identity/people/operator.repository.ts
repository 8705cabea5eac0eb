/** The operators of the installation, in SQL. They belong to no account. */
import type { Db } from '../../platform/db/dialect.js';

const MAX_OPERATORS = 100;

export interface OperatorAddress {
  name: string;
  email: string;
}

/** Those who can get mail. */
export const operatorAddresses = (db: Db): Promise<OperatorAddress[]> =>
  db
    .selectFrom('person')
    .select(['name', 'email'])
    .where('isOperator', '=', 1)
    .where('deletedDate', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .limit(MAX_OPERATORS)
    .$narrowType<{ email: string }>()
    .execute();
