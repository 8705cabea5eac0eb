/** Schemas of what people read and change of themselves. */
import { z } from 'zod';
import { dateTimeOutput, languageTag, title } from '../../platform/lib/fields.js';
import { roles } from '../../platform/lib/permissions.js';
import { timeZone } from '../accounts/account.schema.js';
import { newEmail } from './person.schema.js';

export const me = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    pendingEmail: z.string().nullable().meta({ description: 'An address that is not confirmed yet.' }),
    language: z.string().nullable().meta({ description: 'Null for that of the account.' }),
    timeZone: z.string(),
    isOperator: z.boolean(),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'Me' });

export const myChanges = z
  .strictObject({
    name: title,
    email: newEmail.meta({
      description: 'Counts once it is confirmed with a link. Needs a sign-in of the last ten minutes.',
    }),
    language: languageTag.nullable(),
    timeZone,
  })
  .partial()
  .meta({ id: 'MyChanges' });

export type MyChanges = z.output<typeof myChanges>;

/** Everything that is stored about a person, without secrets. */
export const personalData = z
  .object({
    person: me,
    accounts: z.array(
      z.object({
        shortName: z.string(),
        role: z.enum(roles),
        digestMail: z.boolean().meta({ description: 'Whether its weekly analytics are mailed to them.' }),
        entryDate: dateTimeOutput,
      }),
    ),
    sessions: z.array(
      z.object({
        device: z.string().nullable(),
        address: z.string().nullable(),
        method: z.string(),
        signedInAt: dateTimeOutput,
        lastUsedAt: dateTimeOutput,
      }),
    ),
    passkeys: z.array(
      z.object({ name: z.string(), lastUsedAt: dateTimeOutput.nullable(), entryDate: dateTimeOutput }),
    ),
    authenticatorApp: z
      .object({ entryDate: dateTimeOutput })
      .nullable()
      .meta({ description: 'When it was set up.' }),
    openIdIdentities: z.array(
      z.object({ issuer: z.string(), subject: z.string(), entryDate: dateTimeOutput }),
    ),
    devices: z
      .array(z.object({ lastUsedAt: dateTimeOutput, entryDate: dateTimeOutput }))
      .meta({ description: 'Browsers in which they signed in.' }),
    transcriptDrafts: z
      .array(
        z.object({
          shortName: z.string(),
          itemId: z.int(),
          operationCount: z.int(),
          entryDate: dateTimeOutput,
          updatedDate: dateTimeOutput,
        }),
      )
      .meta({ description: 'Transcripts that they are changing. `GET …/transcript/draft` has the changes.' }),
    auditEntries: z
      .array(
        z.object({
          operation: z.string(),
          recordType: z.string().nullable(),
          recordId: z.int().nullable(),
          changedFields: z.array(z.string()),
          address: z.string().nullable(),
          entryDate: dateTimeOutput,
        }),
      )
      .meta({ description: 'The last 10,000, newest first.' }),
  })
  .meta({ id: 'PersonalData' });
