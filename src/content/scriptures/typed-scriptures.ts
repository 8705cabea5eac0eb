/** Scriptures as people type them: `Matt 5:3-12; Ps 23`. */
import { z } from 'zod';
import { parseReferences, type Passage } from '../../../indexer/index.js';
import { text } from '../../platform/lib/fields.js';
import { scriptureNames, scriptureRecord } from '../records/scripture.record.js';

const MAX_LENGTH = 500;
/** References one after the other. */
const BETWEEN = /[;\n]/;

export const typedScriptures = z
  .strictObject({
    text: text(MAX_LENGTH).meta({
      description:
        'References in English, German, Spanish, French, Italian, Dutch or Portuguese, with `;` between them.',
    }),
  })
  .meta({ id: 'TypedScriptures' });

export const readScriptures = z
  .object({
    scriptures: z
      .array(
        scriptureRecord.pick({
          book: true,
          bookName: true,
          chapter: true,
          verseStart: true,
          verseEnd: true,
          citation: true,
        }),
      )
      .meta({ description: 'In order, one for each chapter. A whole chapter has all of its verses.' }),
    unread: z.array(z.string()).meta({
      description:
        'Parts that are no references, are ambiguous (`Matt 5, 6`), or name verses that do not exist.',
    }),
  })
  .meta({ id: 'ReadScriptures' });

/** Reads the whole text, in which `; 6:9` continues a book; what cannot be read so, part by part. */
export const readTyped = (typed: string): z.output<typeof readScriptures> => {
  const whole = parseReferences(typed);
  if (whole.length > 0) return { scriptures: whole.map(described), unread: [] };
  const parts = typed.split(BETWEEN).map((part) => part.trim());
  const read = parts.filter(Boolean).map((part) => ({ part, passages: parseReferences(part) }));
  return {
    scriptures: read.flatMap(({ passages }) => passages.map(described)),
    unread: read.filter(({ passages }) => passages.length === 0).map(({ part }) => part),
  };
};

const described = (passage: Passage) => ({ ...passage, ...scriptureNames(passage) });
