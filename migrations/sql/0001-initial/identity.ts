/** Accounts, their tokens, the audit log, and the salts of visitor hashes. */
import type { SchemaTools } from '../schema-tools.js';

export const identity = async ({ create, index }: SchemaTools): Promise<void> => {
  await create('account', {
    integers: 'isDefault!=0',
    texts: 'shortName! name! timeZone! settings! samples entryDate!',
  });
  await index('account', 'shortName', { unique: true });

  await create('token', {
    integers: 'accountId!>account',
    texts: `name! secretHash! previousSecretHash previousSecretUntil allowedNetworks scopes! lastUsedAt expiresAt
      revokedAt entryDate!`,
  });
  await index('token', 'secretHash', { unique: true });
  await index('token', 'previousSecretHash');
  await index('token', 'accountId');

  await create('embedToken', {
    integers: 'accountId!>account',
    texts: 'name! token! allowedOrigins! entryDate! deletedDate',
  });
  await index('embedToken', 'token', { unique: true });
  await index('embedToken', 'accountId');

  await create('sampleRecord', {
    integers: 'accountId!>account',
    texts: 'type! record!',
    key: 'accountId type record',
  });

  await create('auditEntry', {
    integers: 'accountId!>account tokenId recordId responseStatus',
    texts: 'actor! tokenName operation! recordType changedFields! address requestId entryDate!',
  });
  await index('auditEntry', 'accountId id');

  await create('visitorSalt', { integers: 'accountId!>account', texts: 'day! salt! entryDate!' });
  await index('visitorSalt', 'accountId day', { unique: true });
  await index('visitorSalt', 'entryDate');

  await create('secretKeyCheck', { texts: 'value! entryDate!' });
};
