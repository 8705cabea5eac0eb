/** People with roles, how they sign in, and the review of what they prepare. */
import type { Kysely } from 'kysely';
import { authorship } from './0002-people/authorship.js';
import { people, peopleOfAccounts } from './0002-people/people.js';
import { review } from './0002-people/review.js';
import { signIn } from './0002-people/sign-in.js';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const tools = schemaTools(db);
  // A table comes after those that it refers to.
  for (const part of [people, signIn, peopleOfAccounts, authorship, review]) await part(tools);
};
