/**
 * The settings of a collection's podcast feed, as podcast directories require them. Beside
 * `collection.record.ts`, which has these fields.
 */
import { z } from 'zod';
import { httpUrl, languageTag, title, visibleText, text } from '../../platform/lib/fields.js';

/** Subcategories by category. */
const CATEGORIES: Record<string, readonly string[]> = {
  Arts: ['Books', 'Design', 'Fashion & Beauty', 'Food', 'Performing Arts', 'Visual Arts'],
  Business: ['Careers', 'Entrepreneurship', 'Investing', 'Management', 'Marketing', 'Non-Profit'],
  Comedy: ['Comedy Interviews', 'Improv', 'Stand-Up'],
  Education: ['Courses', 'How To', 'Language Learning', 'Self-Improvement'],
  Fiction: ['Comedy Fiction', 'Drama', 'Science Fiction'],
  Government: [],
  'Health & Fitness': [
    'Alternative Health',
    'Fitness',
    'Medicine',
    'Mental Health',
    'Nutrition',
    'Sexuality',
  ],
  History: [],
  'Kids & Family': ['Education for Kids', 'Parenting', 'Pets & Animals', 'Stories for Kids'],
  Leisure: [
    'Animation & Manga',
    'Automotive',
    'Aviation',
    'Crafts',
    'Games',
    'Hobbies',
    'Home & Garden',
    'Video Games',
  ],
  Music: ['Music Commentary', 'Music History', 'Music Interviews'],
  News: [
    'Business News',
    'Daily News',
    'Entertainment News',
    'News Commentary',
    'Politics',
    'Sports News',
    'Tech News',
  ],
  'Religion & Spirituality': [
    'Buddhism',
    'Christianity',
    'Hinduism',
    'Islam',
    'Judaism',
    'Religion',
    'Spirituality',
  ],
  Science: [
    'Astronomy',
    'Chemistry',
    'Earth Sciences',
    'Life Sciences',
    'Mathematics',
    'Natural Sciences',
    'Nature',
    'Physics',
    'Social Sciences',
  ],
  'Society & Culture': ['Documentary', 'Personal Journals', 'Philosophy', 'Places & Travel', 'Relationships'],
  Sports: [
    'Baseball',
    'Basketball',
    'Cricket',
    'Fantasy Sports',
    'Football',
    'Golf',
    'Hockey',
    'Rugby',
    'Running',
    'Soccer',
    'Swimming',
    'Tennis',
    'Volleyball',
    'Wilderness',
    'Wrestling',
  ],
  Technology: [],
  'True Crime': [],
  'TV & Film': ['After Shows', 'Film History', 'Film Interviews', 'Film Reviews', 'TV Reviews'],
};

const SEPARATOR = ' > ';
export const DEFAULT_CATEGORY = 'Religion & Spirituality > Christianity';

/** A key that ignores case, spaces and punctuation, and treats `and` like `&`. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\band\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** By key: categories, subcategories (which are unique), and both together. */
const known = new Map<string, string>();
for (const [category, subcategories] of Object.entries(CATEGORIES)) {
  known.set(keyOf(category), category);
  for (const subcategory of subcategories) {
    const name = category + SEPARATOR + subcategory;
    known.set(keyOf(subcategory), name);
    known.set(keyOf(name), name);
  }
}

const listed = Object.entries(CATEGORIES).map(([category, subcategories]) =>
  subcategories.length > 0 ? `${category} (${subcategories.join(', ')})` : category,
);

/** An error message with alternatives to an unknown category: the subcategories of its category, if that is known. */
const problemWith = (value: string): string => {
  const category = known.get(keyOf(value.split(/[>/:]/)[0] ?? '')) ?? '';
  const subcategories = CATEGORIES[category] ?? [];
  if (subcategories.length > 0)
    return `must be a category of Apple Podcasts; those of ${category} are ${subcategories.join(', ')}`;
  return `must be a category of Apple Podcasts: ${Object.keys(CATEGORIES).join(', ')}; or a subcategory, such as ${DEFAULT_CATEGORY}`;
};

const MAX_LENGTH = 100;

/** A category or subcategory, e.g. `Christianity`; the output has the form `Category > Subcategory`. */
const podcastCategory = text(MAX_LENGTH)
  .transform((value, { issues }) => {
    const name = known.get(keyOf(value));
    if (name === undefined) issues.push({ code: 'custom', message: problemWith(value), input: value });
    return name ?? value;
  })
  .meta({
    type: 'string',
    maxLength: MAX_LENGTH,
    description: `A category of Apple Podcasts, or a subcategory (in brackets), alone or as \`${DEFAULT_CATEGORY}\`: ${listed.join(', ')}.`,
  } as never);

/** The category and, if there is one, the subcategory. */
export const categoryParts = (name: string): [category: string, subcategory?: string] =>
  name.split(SEPARATOR) as [string, string?];

const feedTypes = ['episodic', 'serial'] as const;
/** `podcast:medium` of the podcast namespace, without the values for lists of feeds. */
const media = ['podcast', 'music', 'video', 'film', 'audiobook', 'newsletter', 'blog', 'course'] as const;

/** Apple's limit. */
const MAX_DESCRIPTION = 4_000;
const MAX_EMAIL = 254;

const nullableText = z.string().nullable();

const about = {
  title: 'Null for the names of the account and the collection.',
  description: 'About the podcast, in plain text.',
  author: 'The account’s name if null.',
  ownerName: 'The account’s name if null.',
  ownerEmail: 'Address that directories use to verify the owner. It is public in the feed.',
  category: `Null for ${DEFAULT_CATEGORY}.`,
  explicit: 'Not for children.',
  language:
    'E.g. `en` or `pt-BR`. If null, the default of the collection, or the most frequent one of the items.',
  link: 'The website of the podcast; `publicSiteUrl` of the account’s settings if null.',
  type: '`serial` for episodes to be heard in their order. `episodic` if null.',
  medium: '`podcast:medium`',
};

export const feedSettings = z
  .object({
    title: nullableText.meta({ description: about.title }),
    description: nullableText.meta({ description: about.description }),
    author: nullableText.meta({ description: about.author }),
    ownerName: nullableText.meta({ description: about.ownerName }),
    ownerEmail: nullableText.meta({ description: about.ownerEmail }),
    category: nullableText.meta({ description: about.category }),
    explicit: z.boolean().meta({ description: about.explicit }),
    language: nullableText.meta({ description: about.language }),
    link: nullableText.meta({ description: about.link }),
    copyright: nullableText,
    type: z.enum(feedTypes).nullable().meta({ description: about.type }),
    medium: z.enum(media).meta({ description: about.medium }),
  })
  .meta({ id: 'FeedSettings' });

export type FeedSettings = z.output<typeof feedSettings>;

export const noFeedSettings: FeedSettings = {
  title: null,
  description: null,
  author: null,
  ownerName: null,
  ownerEmail: null,
  category: null,
  explicit: false,
  language: null,
  link: null,
  copyright: null,
  type: null,
  medium: 'podcast',
};

/** For the body of a create or update: absent fields keep their values, null restores the default. */
export const feedChanges = z
  .strictObject({
    title: title.nullable().meta({ description: about.title }),
    description: visibleText(MAX_DESCRIPTION).nullable().meta({ description: about.description }),
    author: title.nullable().meta({ description: about.author }),
    ownerName: title.nullable().meta({ description: about.ownerName }),
    ownerEmail: z.email().max(MAX_EMAIL).nullable().meta({ description: about.ownerEmail }),
    category: podcastCategory.nullable(),
    explicit: z.boolean().nullable().meta({ description: about.explicit }),
    language: languageTag
      .regex(/^[A-Za-z]{2,3}(-|$)/, 'must be a language tag such as en or pt-BR')
      .nullable()
      .meta({ description: about.language }),
    link: httpUrl.nullable().meta({ description: about.link }),
    copyright: title.nullable(),
    type: z.enum(feedTypes).nullable().meta({ description: about.type }),
    medium: z.enum(media).nullable().meta({ description: about.medium }),
  })
  .partial()
  .nullable()
  .meta({
    description: 'Omitted settings keep their values; null restores the default of a setting, or of all.',
  });

export type FeedChanges = z.output<typeof feedChanges>;

/** The settings after a change. */
export const changedFeed = (settings: FeedSettings, changes: FeedChanges): FeedSettings => {
  if (changes === null) return noFeedSettings;
  const values = Object.entries(changes).map(([name, value]) => [
    name,
    value ?? noFeedSettings[name as keyof FeedSettings],
  ]);
  return { ...settings, ...Object.fromEntries(values) } as FeedSettings;
};

/** The settings in a row. */
export const feedOf = ({ feed }: { feed: string }): FeedSettings => JSON.parse(feed) as FeedSettings;
