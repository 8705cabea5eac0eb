/** People, their roles in accounts, and the links with which they are invited and reset. */
import type { SchemaTools } from '../schema-tools.js';

export const people = async ({ create, index }: SchemaTools): Promise<void> => {
  await create('person', {
    integers: 'isOperator!=0',
    texts:
      'name! email language timeZone! passwordHash pendingEmail lastSignInAt entryDate! updatedDate! deletedDate',
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
    texts: 'purpose! secretHash! role email expiresAt! usedAt createdBy entryDate!',
  });
  await index('personLink', 'secretHash', { unique: true });
  await index('personLink', 'personId');
  await index('personLink', 'expiresAt');
  await index('personLink', 'accountId', { where: `"purpose" = 'invitation' and "usedAt" is null` });
};

/**
 * The people of each account, and those invited to it. An invited person is a row of their own without an address until
 * they accept, so that nobody learns from it whether the address is known elsewhere.
 */
export const peopleOfAccounts = ({ run }: SchemaTools): Promise<void> =>
  run(`create view "accountPerson" as
    select membership."accountId", person."id", person."name", person."email", membership."role",
      'active' as "status",
      case when exists (select 1 from "totp" where "totp"."personId" = person."id" and "totp"."confirmedDate" is not null)
        or exists (select 1 from "passkey" where "passkey"."personId" = person."id") then 1 else 0 end as "hasSecondFactor",
      person."lastSignInAt", cast(null as text) as "invitationExpiresAt", membership."entryDate"
    from "membership" as membership join "person" as person on person."id" = membership."personId"
    union all
    select link."accountId", person."id", person."name", person."pendingEmail", link."role", 'invited', 0, null,
      link."expiresAt", link."entryDate"
    from "personLink" as link join "person" as person on person."id" = link."personId"
    where link."purpose" = 'invitation' and link."usedAt" is null and person."email" is null
      and person."deletedDate" is null`);
