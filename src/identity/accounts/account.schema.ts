/** Schemas of the account endpoints. */
import { z } from 'zod';
import { VERSIFICATIONS } from '../../../indexer/index.js';
import { quotaNames, type QuotaName } from '../../platform/quotas/quotas.js';
import { fileUrl, httpUrl, languageTag, title, visibleText } from '../../platform/lib/fields.js';
import { network } from '../../platform/lib/networks.js';
import { MAX_ORIGIN_LENGTH, siteOrigin } from '../../platform/lib/site-origin.js';
import { isItemPagePath, MAX_PAGE_PATH } from './account.record.js';
import { MAX_VOCABULARY, MAX_VOCABULARY_LENGTH } from './account.repository.js';

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
  .refine(
    isItemPagePath,
    `must be a path of at most ${MAX_PAGE_PATH} characters with {slug} or {id}, and optionally {collectionId}, each once and not side by side`,
  )
  .meta({
    description: 'Path of an item’s page below `publicSiteUrl`, e.g. /sermons/{slug}.',
    maxLength: MAX_PAGE_PATH,
  });

const MAX_SITES = 20;
const SITES_TEXT =
  'Origins of the account’s sites besides that of `publicSiteUrl`: events from their pages count as its own. With and without `www.` a domain is one site.';

const publicSites = z
  .array(siteOrigin({ orAny: false }))
  .max(MAX_SITES)
  .transform((origins) => [...new Set(origins)])
  .meta({
    type: 'array',
    maxItems: MAX_SITES,
    items: { type: 'string', maxLength: MAX_ORIGIN_LENGTH },
    description: SITES_TEXT,
  } as never);

const MAX_STAFF_NETWORKS = 50;
const STAFF_TEXT =
  'Addresses and networks (CIDR) of the staff, e.g. 203.0.113.0/24: events from there get the origin `console` and are not included in reports.';

const staffNetworks = z
  .array(network)
  .max(MAX_STAFF_NETWORKS)
  .transform((networks) => [...new Set(networks)])
  .meta({
    type: 'array',
    maxItems: MAX_STAFF_NETWORKS,
    items: { type: 'string', maxLength: 50 },
    description: STAFF_TEXT,
  } as never);

const VOCABULARY_TEXT =
  'Names and other words of the recordings, for the transcriber: the last ones if not all fit. Names that people correct in transcripts are added.';

const vocabulary = z
  .array(visibleText(MAX_VOCABULARY_LENGTH))
  .max(MAX_VOCABULARY)
  .transform((words) => [...new Set(words)])
  .meta({
    type: 'array',
    maxItems: MAX_VOCABULARY,
    items: { type: 'string', minLength: 1, maxLength: MAX_VOCABULARY_LENGTH },
    description: VOCABULARY_TEXT,
  } as never);

const MAX_LINKS = 20;

/** The account's fields that components and pages use. */
export const accountLook = {
  accentColorHex: z
    .string()
    .max(7)
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #7a2e1d')
    .toLowerCase()
    .nullable()
    .meta({
      description:
        'Colour of links, highlights and buttons in the components and pages. Its brightness is adjusted where it would be hard to read.',
    }),
  language: languageTag.nullable().meta({
    description:
      'Language of the pages, and of components on pages without a language: en, es, de, fr or pt. For other languages, texts are in English.',
  }),
  links: z
    .array(z.strictObject({ title: visibleText(100), url: httpUrl }))
    .max(MAX_LINKS)
    .meta({ description: 'Links to show on the pages, in this order.' }),
};

const settings = {
  publicSiteUrl: httpUrl.nullable(),
  itemPagePath,
  autoAcceptScriptures: z.boolean(),
  autoAcceptMediaChapters: z.boolean(),
  respectDoNotTrack: z.boolean(),
  defaultTranslation: z.enum(['kjv', 'asv']),
  versification: z.enum(VERSIFICATIONS).nullable().meta({
    description:
      'How the Bibles of your readers number verses: references are read and cited so. `german` and `french` follow the Hebrew numbering, `spanish` the English one with the Catholic additions to Daniel, and `vulgate` the Latin one. Null for the numbering of most Bibles in `language`.',
  }),
  requireSecondFactor: z.enum(['none', 'owners', 'all']).meta({
    description:
      'Which people need a second factor: without one, the account is closed to them until they set it up. Default owners.',
  }),
  ...accountLook,
};

export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, 'must be an IANA time zone, e.g. Europe/Berlin');

/** A host label: it becomes part of the account's public URL. */
const shortName = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a host label: lower-case letters, digits and hyphens, starting and ending with a letter or digit',
  );

/** Quotas: bytes of files, items that are not deleted, tokens that are not revoked, webhooks. */
const quotaFields = <T extends z.ZodType>(field: T) =>
  Object.fromEntries(quotaNames.map((name) => [name, field])) as Record<QuotaName, T>;

export const account = z
  .object({
    id: z.int(),
    shortName: z.string(),
    name: z.string(),
    timeZone: z.string(),
    searchBaseUrl: z.string(),
    logoUrl: fileUrl.nullable(),
    logoMetadata: z
      .object({ width: z.int(), height: z.int(), mimeType: z.string(), fileSizeBytes: z.int() })
      .nullable()
      .meta({ description: 'Logo in pixels and bytes.' }),
    snippets: z.object({ search: z.string(), player: z.string(), embed: z.string() }).meta({
      description:
        'HTML for the account’s own site: a search box, a player, and an iframe with the player. Replace `ID` with the id of the item.',
    }),
    settings: z.object({
      ...settings,
      publicSites: z.array(z.string()).meta({ description: SITES_TEXT }),
      staffNetworks: z.array(z.string()).meta({ description: STAFF_TEXT }),
      vocabulary: z.array(z.string()).meta({ description: VOCABULARY_TEXT }),
    }),
    limits: z
      .object(quotaFields(z.int().nullable()))
      .meta({ description: 'Limits of the account; null for no limit.' }),
    usage: z.object(quotaFields(z.int())).meta({ description: 'Current usage.' }),
  })
  .meta({ id: 'Account' });

export const accountChanges = z
  .strictObject({
    name: title,
    timeZone,
    settings: z.strictObject({ ...settings, publicSites, staffNetworks, vocabulary }).partial(),
  })
  .partial()
  .meta({ id: 'AccountChanges' });

export const newAccount = z.object({ shortName, name: title.optional(), timeZone: timeZone.default('UTC') });

export type AccountRecord = z.input<typeof account>;
export type NewAccount = z.input<typeof newAccount>;
export type AccountChanges = z.output<typeof accountChanges>;
