/** Sessions, second factors, passkeys, identities at OpenID providers, and the devices that people use. */
import type { SchemaTools } from '../schema-tools.js';

export const signIn = async ({ create, index }: SchemaTools): Promise<void> => {
  await create('personSession', {
    integers: 'personId!>person',
    texts:
      'secretHash! method! device address signedInAt! authenticatedAt! lastUsedAt! expiresAt! entryDate!',
  });
  await index('personSession', 'secretHash', { unique: true });
  await index('personSession', 'personId');
  await index('personSession', 'expiresAt');

  // A sign-in that waits for its next step: a second factor, a passkey or the answer of an OpenID provider.
  await create('signInStep', {
    integers: 'personId>person attempts!=0',
    texts: 'purpose! secretHash! data! expiresAt! entryDate!',
  });
  await index('signInStep', 'secretHash', { unique: true });
  await index('signInStep', 'expiresAt');

  await create('totp', {
    integers: 'personId!>person lastStep',
    texts: 'secret! confirmedDate entryDate!',
    key: 'personId',
  });
  await create('recoveryCode', { integers: 'personId!>person', texts: 'codeHash! usedAt' });
  await index('recoveryCode', 'personId codeHash', { unique: true });

  await create('passkey', {
    integers: 'personId!>person counter!',
    texts: 'credentialId! publicKey! transports! name! rpId! lastUsedAt entryDate!',
  });
  await index('passkey', 'credentialId', { unique: true });
  await index('passkey', 'personId');

  await create('openIdIdentity', { integers: 'personId!>person', texts: 'issuer! subject! entryDate!' });
  await index('openIdIdentity', 'issuer subject', { unique: true });
  await index('openIdIdentity', 'personId');

  // Who has the console open, as the processes that serve them note it every few seconds.
  await create('presence', {
    integers: 'accountId!>account personId!>person itemId',
    texts: 'owner! seenAt!',
  });
  await index('presence', 'accountId');
  await index('presence', 'owner');

  await create('knownDevice', {
    integers: 'personId!>person',
    texts: 'deviceHash! lastUsedAt! entryDate!',
    key: 'personId deviceHash',
  });
};
