/** A mix of realistic queries: topics, titles, questions, remembered phrases, some within a collection. */
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/dialect.js';
import { pick } from './stats.js';
import { randomFrom } from '../random.js';

export interface Query {
  text: string;
  collectionId?: number;
}

const SUBJECTS =
  'faith,prayer,forgiveness,grace,suffering,patience,hope in death,marriage,anger,work,money,fear of the future,humility,temptation,the love of God,raising children,loneliness,rest,honesty,justice and mercy,open source funding,software testing,being alone,friendship,doubt,the resurrection,how we spend our time,learning from mistakes,leadership,gratitude'.split(
    ',',
  );
const QUESTIONS = [
  'what does it mean to be born again',
  'how can I forgive someone who hurt me',
  'why does God allow suffering',
  'how should we pray when we have no words',
  'what happens after we die',
  'how do I know that I am saved',
  'is it wrong to be angry',
  'how do you start a new project',
  'who was the thief on the cross',
  'what makes a good leader',
];

const COUNT = 240;

const titlesOf = async (db: Db, accountId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('item')
      .select('title')
      .where('accountId', '=', accountId)
      .where('deletedDate', 'is', null)
      .orderBy('id')
      .limit(5_000)
      .execute()
  ).map(({ title }) => title);

/**
 * Returns the same queries for the same library.
 * @param texts passages to draw remembered phrases from
 */
export const mixedQueries = async (db: Db, accountId: number, texts: readonly string[]): Promise<Query[]> => {
  const random = randomFrom(5);
  const titles = await titlesOf(db, accountId);
  const { collectionId } = await db
    .selectFrom('item')
    .select('collectionId')
    .where('accountId', '=', accountId)
    .groupBy('collectionId')
    .orderBy(sql`count(*)`)
    .executeTakeFirstOrThrow();
  const words = (text: string): string[] => text.split(/\s+/).filter((word) => /^[a-z'-]+$/i.test(word));
  const stretch = (length: number): string => {
    const all = words(pick(texts, random));
    const from = Math.floor(random() * Math.max(1, all.length - length));
    return all.slice(from, from + length).join(' ');
  };
  const kinds: (() => Query)[] = [
    () => ({ text: pick(SUBJECTS, random) }),
    () => ({ text: pick(titles, random) }),
    () => ({ text: pick(QUESTIONS, random) }),
    () => ({ text: stretch(5) }),
    () => ({ text: stretch(2) }),
    () => ({ text: pick(SUBJECTS, random), collectionId }),
  ];
  return Array.from({ length: COUNT }, (_, at) => kinds[at % kinds.length]!()).filter(
    ({ text }) => text !== '',
  );
};
