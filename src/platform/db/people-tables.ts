/** Types of the tables for people: their roles, how they sign in, and their sessions. */
import type { Generated } from 'kysely';
import type { Dated, Flag, SoftDeleted } from './table-parts.js';

/** A person of the installation. A removed one stays as a row without personal data. */
export interface PersonTable extends Dated, SoftDeleted {
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
export interface MembershipTable {
  accountId: number;
  personId: number;
  role: 'owner' | 'editor' | 'contributor' | 'analyst';
  /** 1 for those who get the weekly digest by mail. */
  digestMail: Generated<Flag>;
  entryDate: string;
}
/** A link that works once: to accept an invitation, set a new password, or confirm an address. */
export interface PersonLinkTable {
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
export interface AccountPersonTable {
  accountId: number;
  /** Of the person; an invited one is a person of their own until they accept. */
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
export interface PersonSessionTable {
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
export interface SignInStepTable {
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
export interface TotpTable {
  personId: number;
  /** Encrypted with the secret key. */
  secret: string;
  /** When a first code was entered; null until then. */
  confirmedDate: string | null;
  /** Time step of the last code that was used, so that none works twice. */
  lastStep: number | null;
  entryDate: string;
}
export interface RecoveryCodeTable {
  id: Generated<number>;
  personId: number;
  /** SHA-256, hex */
  codeHash: string;
  usedAt: string | null;
}
export interface PasskeyTable {
  id: Generated<number>;
  personId: number;
  /** base64url */
  credentialId: string;
  /** base64url */
  publicKey: string;
  /** Of the authenticator, to notice copies. */
  counter: number;
  /** JSON array */
  transports: string;
  name: string;
  /** Host for which it was made. */
  rpId: string;
  lastUsedAt: string | null;
  entryDate: string;
}
/** A person at an OpenID provider. */
export interface OpenIdIdentityTable {
  id: Generated<number>;
  personId: number;
  issuer: string;
  subject: string;
  entryDate: string;
}
/** A browser in which a person signed in: others cannot lock it out by failing. */
export interface KnownDeviceTable {
  personId: number;
  /** SHA-256 of 256 random bits in a cookie, hex */
  deviceHash: string;
  lastUsedAt: string;
  entryDate: string;
}
/** A page of the console that a person has open. */
export interface PresenceTable {
  id: Generated<number>;
  accountId: number;
  personId: number;
  /** null outside an item. */
  itemId: number | null;
  /** The process that serves it. */
  owner: string;
  seenAt: string;
}
