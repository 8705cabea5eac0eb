/** What tokens and people may do: scopes, what each implies, and the roles of people. */

export const scopes = [
  'content:read',
  'content:draft',
  'content:write',
  'logging:write',
  'stats:read',
  'admin',
] as const;
export type Scope = (typeof scopes)[number];

/** `content:draft` prepares what is not public; `content:write` changes and publishes everything. */
const IMPLIED: Record<Scope, readonly Scope[]> = {
  'content:read': [],
  'content:draft': ['content:read'],
  'content:write': ['content:draft', 'content:read'],
  'logging:write': [],
  'stats:read': [],
  admin: scopes,
};

/** Whether these scopes include the needed one, or one that implies it. */
export const allows = (granted: readonly string[], needed: Scope): boolean =>
  scopes.some((scope) => granted.includes(scope) && (scope === needed || IMPLIED[scope].includes(needed)));

export const roles = ['owner', 'editor', 'contributor', 'analyst'] as const;
/** A person's role in an account. */
export type Role = (typeof roles)[number];

/** Owners do everything, editors publish, contributors prepare, analysts read. */
export const scopesOfRole: Record<Role, readonly Scope[]> = {
  owner: ['admin'],
  editor: ['content:write', 'stats:read'],
  contributor: ['content:draft'],
  analyst: ['content:read', 'stats:read'],
};

/** The roles that have the scope. */
export const rolesWith = (scope: Scope): Role[] => roles.filter((role) => allows(scopesOfRole[role], scope));
