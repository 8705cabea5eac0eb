/**
 * The categories of Apple Podcasts, which other directories also use. Beside `feed-settings.ts`, which is
 * validated with them.
 */
import { text } from '../../platform/lib/fields.js';

/** Subcategories by category. */
const CATEGORIES: Record<string, readonly string[]> = {
  Arts: ['Books', 'Design', 'Fashion & Beauty', 'Food', 'Performing Arts', 'Visual Arts'],
  Business: ['Careers', 'Entrepreneurship', 'Investing', 'Management', 'Marketing', 'Non-Profit'],
  Comedy: ['Comedy Interviews', 'Improv', 'Stand-Up'],
  Education: ['Courses', 'How To', 'Language Learning', 'Self-Improvement'],
  Fiction: ['Comedy Fiction', 'Drama', 'Science Fiction'],
  Government: [],
  'Health & Fitness': [
    ...['Alternative Health', 'Fitness', 'Medicine', 'Mental Health', 'Nutrition', 'Sexuality'],
  ],
  History: [],
  'Kids & Family': ['Education for Kids', 'Parenting', 'Pets & Animals', 'Stories for Kids'],
  Leisure: [
    ...['Animation & Manga', 'Automotive', 'Aviation', 'Crafts', 'Games', 'Hobbies', 'Home & Garden'],
    'Video Games',
  ],
  Music: ['Music Commentary', 'Music History', 'Music Interviews'],
  News: [
    ...['Business News', 'Daily News', 'Entertainment News', 'News Commentary', 'Politics', 'Sports News'],
    'Tech News',
  ],
  'Religion & Spirituality': [
    ...['Buddhism', 'Christianity', 'Hinduism', 'Islam', 'Judaism', 'Religion', 'Spirituality'],
  ],
  Science: [
    ...['Astronomy', 'Chemistry', 'Earth Sciences', 'Life Sciences', 'Mathematics', 'Natural Sciences'],
    ...['Nature', 'Physics', 'Social Sciences'],
  ],
  'Society & Culture': [
    ...['Documentary', 'Personal Journals', 'Philosophy', 'Places & Travel', 'Relationships'],
  ],
  Sports: [
    ...['Baseball', 'Basketball', 'Cricket', 'Fantasy Sports', 'Football', 'Golf', 'Hockey', 'Rugby'],
    ...['Running', 'Soccer', 'Swimming', 'Tennis', 'Volleyball', 'Wilderness', 'Wrestling'],
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
export const podcastCategory = text(MAX_LENGTH)
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
