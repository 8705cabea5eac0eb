/** On whose behalf a service works: a token or a person of an account, or the command line. */
import { allows, type Role, type Scope } from './permissions.js';

/** Without token and person, the installation itself: a job or a command. */
export interface Caller {
  accountId: number;
  /** The token of a request on the private host. */
  token?: { id: number; name: string; scopes: readonly string[] };
  /** The person whose session a request on the console's host has. */
  person?: { id: number; name: string; role: Role; scopes: readonly Scope[] };
  /** The bulk job that works for the token or the person. */
  jobId?: number;
}

/** Who created or changed a record, with the name of that time. */
export interface Author {
  type: 'token' | 'person' | 'cli';
  id: number | null;
  name: string | null;
}

/** False for the installation itself. */
export const isSomebody = ({ token, person }: Caller): boolean => (person ?? token) !== undefined;

/** Identifies the token or the person, for limits, keys and what only they may see again. */
export const callerKey = ({ token, person }: { token?: { id: number }; person?: { id: number } }): string => {
  if (person) return `person:${person.id}`;
  return token ? `token:${token.id}` : '';
};

/** Whether the caller has the scope; the installation itself has all. */
export const may = ({ token, person }: Caller, scope: Scope): boolean => {
  const granted = person?.scopes ?? token?.scopes;
  return !granted || allows(granted, scope);
};

/** The value of `createdBy` and `updatedBy`: JSON of an `Author`. */
export const authorOf = ({ token, person }: Pick<Caller, 'token' | 'person'>): string => {
  const author: Author = person
    ? { type: 'person', id: person.id, name: person.name }
    : token
      ? { type: 'token', id: token.id, name: token.name }
      : { type: 'cli', id: null, name: null };
  return JSON.stringify(author);
};

/** The stored authors that are this person, as a pattern of LIKE. */
export const authoredBy = (personId: number): string => `{"type":"person","id":${personId},%`;

/** The stored authors that are this caller, whatever their name: at least the first text, and less than the second. */
export const ownAuthors = (caller: Caller): [from: string, to: string] => {
  const [start] = /^[^,]*,[^,]*,/.exec(authorOf(caller)) ?? [''];
  return [start, `${start.slice(0, -1)}-`];
};

/** What replaces them when the person is removed. */
export const renamedAuthor = (personId: number, name: string): string =>
  JSON.stringify({ type: 'person', id: personId, name } satisfies Author);
