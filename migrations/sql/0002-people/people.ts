/** People, their roles in accounts, and the links with which they are invited and reset. */
import type { SchemaTools } from '../schema-tools.js';

export const people = async ({ create, index }: SchemaTools): Promise<void> => {
  await create('person', {
    integers: 'isOperator!=0',
    texts: 'name! email language timeZone! passwordHash pendingEmail entryDate! updatedDate! deletedDate',
  });
  await index('person', 'email', { unique: true, where: '"email" is not null' });

  await create('membership', {
    integers: 'accountId!>account personId!>person',
    texts: 'role! entryDate!',
    key: 'accountId personId',
  });
  await index('membership', 'personId');

  await create('personLink', {
    integers: 'personId!>person accountId>account loopbackOnly!=0',
    texts: 'purpose! secretHash! role email expiresAt! usedAt entryDate!',
  });
  await index('personLink', 'secretHash', { unique: true });
  await index('personLink', 'personId');
  await index('personLink', 'expiresAt');
};
