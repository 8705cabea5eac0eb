/** What the account endpoints take and answer. */
import { z } from 'zod';
import { httpUrl, title } from '../../platform/lib/fields.js';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Z]/.test(name);
  } catch {
    return false;
  }
};

const itemPagePath = z
  .string()
  .max(500)
  .refine(
    (path) =>
      /^\/(?!\/)(?:[\w.~/-]|\{(?:slug|id|collectionId)\})*$/.test(path) && /\{(?:slug|id)\}/.test(path),
    'must be a path that names the item by {slug} or {id}; {collectionId} may stand in it too',
  )
  .meta({ description: 'Path of an item’s page below `publicSiteUrl`, e.g. /sermons/{slug}.' });

const settings = {
  publicSiteUrl: httpUrl.nullable(),
  itemPagePath,
  autoAcceptScriptures: z.boolean(),
  autoAcceptMediaChapters: z.boolean(),
  respectDoNotTrack: z.boolean(),
  defaultTranslation: z.enum(['kjv', 'asv']),
};

export const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone, e.g. Europe/Berlin');

/** The label of a host name: it becomes part of the public address. */
export const shortName = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a host label: lower-case letters, digits and inner hyphens',
  );

export const account = z
  .object({
    id: z.int(),
    shortName: z.string(),
    name: z.string(),
    timeZone: z.string(),
    searchBaseUrl: z.string(),
    settings: z.object(settings),
  })
  .meta({ id: 'Account' });

export const accountChanges = z
  .strictObject({ name: title, timeZone, settings: z.strictObject(settings).partial() })
  .partial()
  .meta({ id: 'AccountChanges' });

export type AccountRecord = z.input<typeof account>;
export type AccountChanges = z.output<typeof accountChanges>;
