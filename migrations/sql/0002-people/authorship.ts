/** Who created and changed what, a person or a token; keys of idempotency belong to one of them. */
import type { SchemaTools } from '../schema-tools.js';

export const authorship = async ({ add, run, index, postgres }: SchemaTools): Promise<void> => {
  for (const table of ['item', 'collection', 'series', 'speaker', 'topic'])
    await add(table, { texts: 'createdBy updatedBy' });
  for (const table of ['token', 'embedToken', 'webhook']) await add(table, { texts: 'createdBy' });

  await add('auditEntry', { integers: 'personId', texts: 'personName' });
  await index('auditEntry', 'personId', { where: '"personId" is not null' });
  // For the log in the order of people, as for tokens: the newest first within one person.
  await index('auditEntry', 'accountId personId id');
  if (postgres)
    await index('auditEntry', 'accountId personId:last id:desc', {
      name: 'auditEntry_accountId_personId_desc',
    });

  // Keys live for a day: those of before are as if of one caller.
  await add('idempotencyKey', { texts: `caller!=` });
  await run('drop index "idempotencyKey_accountId_key"');
  await index('idempotencyKey', 'accountId caller key', { unique: true });
};
