/** The tables of accounts, their tokens, and people. */
import type { Generated } from 'kysely';
import type { Dated, DeletedBy, Flag, Owned, SoftDeletedColumns } from '../platform/db/table-parts.js';

interface AccountTable {
  id: Generated<number>;
  shortName: string;
  name: string;
  timeZone: string;
  /** JSON object */
  settings: string;
  entryDate: string;
  /** 1 for the account served at hosts without an account label; at most one account. */
  isDefault: Generated<number>;
  /** State of the sample content; null if it was never added, or only in part. */
  samples: Generated<'added' | 'removed' | null>;
  /** The last week whose digest was sent, or had no receiver; `2026-W09`. */
  digestWeek: Generated<string | null>;
}

interface TokenTable extends Owned {
  name: string;
  /** SHA-256, hex */
  secretHash: string;
  /** SHA-256 of the secret before the last rotation, which is valid until `previousSecretUntil`. */
  previousSecretHash: string | null;
  previousSecretUntil: string | null;
  /** JSON array of networks in CIDR notation; null for any. */
  allowedNetworks: string | null;
  /** Rounded to the minute. */
  lastUsedAt: string | null;
  /** JSON array of scopes */
  scopes: string;
  expiresAt: string | null;
  revokedAt: string | null;
  createdBy: Generated<string | null>;
  entryDate: string;
}

interface EmbedTokenTable extends Owned, DeletedBy {
  name: string;
  token: string;
  /** JSON array of origins */
  allowedOrigins: string;
  createdBy: Generated<string | null>;
  entryDate: string;
}

/** A person of the installation. A removed one stays as a row without personal data. */
interface PersonTable extends Dated, SoftDeletedColumns {
  id: Generated<number>;
  name: string;
  /** Case-folded and unique; null once removed. */
  email: string | null;
  /** BCP 47; null for that of the account. */
  language: string | null;
  /** IANA name. */
  timeZone: string;
  /** Argon2id; null until a password is set. */
  passwordHash: string | null;
  /** A new address, until it is confirmed; that of an invited person, until they accept. */
  pendingEmail: string | null;
  lastSignInAt: Generated<string | null>;
  /** 1 for those who may do what spans accounts. */
  isOperator: Generated<Flag>;
}

interface MembershipTable {
  accountId: number;
  personId: number;
  role: 'owner' | 'editor' | 'contributor' | 'analyst';
  /** 1 for those who get the weekly digest by mail. */
  digestMail: Generated<Flag>;
  entryDate: string;
}

/** A link that works once: to accept an invitation, set a new password, or confirm an address. */
interface PersonLinkTable {
  id: Generated<number>;
  personId: number;
  purpose: 'invitation' | 'reset' | 'email';
  /** The account of an invitation. */
  accountId: number | null;
  /** The role of an invitation. */
  role: MembershipTable['role'] | null;
  /** The address to confirm. */
  email: string | null;
  /** SHA-256 of 256 random bits, hex */
  secretHash: string;
  /** 1 if it only works on the machine of the server. */
  loopbackOnly: Generated<Flag>;
  expiresAt: string;
  usedAt: string | null;
  /** Who invited or reset: JSON of an `Author`. */
  createdBy: Generated<string | null>;
  entryDate: string;
}

/** A view: the people of each account, and those invited to it. */
interface AccountPersonTable {
  accountId: number;
  /** Id of the person. An invited person has an id of their own until they accept. */
  id: Generated<number>;
  name: string;
  email: string;
  role: MembershipTable['role'];
  status: 'active' | 'invited';
  hasSecondFactor: Flag;
  lastSignInAt: string | null;
  invitationExpiresAt: string | null;
  entryDate: string;
}

interface PersonSessionTable {
  id: Generated<number>;
  personId: number;
  /** SHA-256 of 256 random bits, hex */
  secretHash: string;
  method: 'password' | 'passkey' | 'openId' | 'link';
  /** Browser and system, in a few words. */
  device: string | null;
  address: string | null;
  /** When the person signed in; 90 days later it ends. */
  signedInAt: string;
  /** When the person last proved who they are. */
  authenticatedAt: string;
  lastUsedAt: string;
  expiresAt: string;
  entryDate: string;
}

/** A sign-in that waits for its next step. */
interface SignInStepTable {
  id: Generated<number>;
  /** null until the person is known. */
  personId: number | null;
  purpose: 'totp' | 'passkeySignIn' | 'passkeyRegistration' | 'openId';
  /** SHA-256 of what the next step must bring with it, hex */
  secretHash: string;
  /** Wrong codes so far. */
  attempts: Generated<number>;
  /** JSON: the challenge, state, nonce or verifier. */
  data: string;
  expiresAt: string;
  entryDate: string;
}

interface TotpTable {
  personId: number;
  /** Encrypted with the secret key. */
  secret: string;
  /** When a first code was entered; null until then. */
  confirmedDate: string | null;
  /** Time step of the last code that was used, so that none works twice. */
  lastStep: number | null;
  entryDate: string;
}

interface RecoveryCodeTable {
  id: Generated<number>;
  personId: number;
  /** SHA-256, hex */
  codeHash: string;
  usedAt: string | null;
}

interface PasskeyTable {
  id: Generated<number>;
  personId: number;
  /** base64url */
  credentialId: string;
  /** base64url */
  publicKey: string;
  /** Signature counter of the authenticator, which reveals copies of it. */
  counter: number;
  /** JSON array */
  transports: string;
  name: string;
  /** Host for which it was made. */
  rpId: string;
  lastUsedAt: string | null;
  entryDate: string;
}

/** A page of the console that a person has open. */
interface PresenceTable {
  id: Generated<number>;
  accountId: number;
  personId: number;
  /** null outside an item. */
  itemId: number | null;
  /** The process that serves it. */
  owner: string;
  seenAt: string;
}

/** A person at an OpenID provider. */
interface OpenIdIdentityTable {
  id: Generated<number>;
  personId: number;
  issuer: string;
  subject: string;
  entryDate: string;
}

/** A browser in which a person signed in: others cannot lock it out by failing. */
interface KnownDeviceTable {
  personId: number;
  /** SHA-256 of 256 random bits in a cookie, hex */
  deviceHash: string;
  lastUsedAt: string;
  entryDate: string;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    account: AccountTable;
    token: TokenTable;
    embedToken: EmbedTokenTable;
    person: PersonTable;
    membership: MembershipTable;
    personLink: PersonLinkTable;
    accountPerson: AccountPersonTable;
    personSession: PersonSessionTable;
    signInStep: SignInStepTable;
    totp: TotpTable;
    recoveryCode: RecoveryCodeTable;
    passkey: PasskeyTable;
    presence: PresenceTable;
    openIdIdentity: OpenIdIdentityTable;
    knownDevice: KnownDeviceTable;
  }
}
