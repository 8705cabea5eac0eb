/** Schemas of the people endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput, title } from '../../platform/lib/fields.js';
import { roles } from '../../platform/lib/permissions.js';

const MAX_EMAIL = 254;

/** An address to write to, folded as people are found by it. */
export const newEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL)
  .regex(z.regexes.email, 'must be an email address')
  .meta({ type: 'string', format: 'email', maxLength: MAX_EMAIL, pattern: undefined } as never);

const role = z
  .enum(roles)
  .meta({ description: 'owner: everything; editor: content; contributor: drafts; analyst: reads.' });

export const personRecord = z
  .object({
    id: z.int().meta({
      description: 'Of the person. An invited one who is known already gets their own on accepting.',
    }),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    status: z.enum(['active', 'invited']).meta({ description: 'invited: has not accepted yet.' }),
    hasSecondFactor: z.boolean().meta({ description: 'An authenticator app or a passkey.' }),
    lastSignInAt: dateTimeOutput.nullable(),
    invitationExpiresAt: dateTimeOutput
      .nullable()
      .meta({ description: 'When the link of an invited person expires. To renew it, invite them again.' }),
    entryDate: dateTimeOutput.meta({ description: 'When they joined or were invited.' }),
  })
  .meta({ id: 'Person' });

export const newPerson = z
  .strictObject({
    email: newEmail,
    role,
    name: title.optional().meta({ description: 'By default the part of the address before the @.' }),
  })
  .meta({ id: 'NewPerson' });

export type NewPerson = z.output<typeof newPerson>;

export const personChanges = z
  .strictObject({
    role,
    name: title.meta({ description: 'Only of people who belong to no other account.' }),
  })
  .partial()
  .meta({ id: 'PersonChanges' });

export type PersonChanges = z.output<typeof personChanges>;

export const personList: ListSpec<'accountPerson'> = {
  table: 'accountPerson',
  fields: listFields(personRecord),
  expansions: [],
  searched: ['name', 'email'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
  deletedColumn: null,
};

export const personExample = exampleOf(personRecord, {
  id: 7,
  name: 'Miriam Keller',
  email: 'miriam@example.org',
  role: 'editor',
  status: 'active',
  hasSecondFactor: true,
  lastSignInAt: '2026-03-08T09:41:00.000Z',
  invitationExpiresAt: null,
  entryDate: '2026-03-01T12:00:00.000Z',
});

export const invitedExample = exampleOf(personRecord, {
  id: 8,
  name: 'samuel',
  email: 'samuel@example.org',
  role: 'contributor',
  status: 'invited',
  hasSecondFactor: false,
  invitationExpiresAt: '2026-03-09T09:41:00.000Z',
  entryDate: '2026-03-08T09:41:00.000Z',
});
