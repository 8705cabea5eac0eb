/** What the chapter endpoints take, and how chapters are listed. */
import { sql } from 'kysely';
import { isHiddenChapter } from '../items/visibility.js';
import { z } from 'zod';
import type { ListSpec } from '../../platform/db/list-query.js';
import { title } from '../../platform/lib/fields.js';

const startMs = z
  .int()
  .min(0)
  .meta({ description: "Milliseconds from the start, before the media's end where that is known." });
const suggested = z.boolean().meta({ description: 'Made by a machine, awaiting acceptance.' });
const accepted = z.boolean().meta({ description: 'A suggested chapter is shown once it is accepted.' });

export const newChapter = z
  .strictObject({
    title,
    startMs,
    suggested: suggested.default(false),
    accepted: accepted.optional().meta({
      description:
        'False by default, or true for a suggestion when the item, or else the account, has `autoAcceptMediaChapters`.',
    }),
  })
  .meta({ id: 'NewChapter' });

export const chapterChanges = z
  .strictObject({ title, startMs, suggested, accepted })
  .partial()
  .meta({ id: 'ChapterChanges' });

export type NewChapter = z.output<typeof newChapter>;
export type ChapterChanges = z.output<typeof chapterChanges>;

export const chapterList: ListSpec<'chapter'> = {
  table: 'chapter',
  fields: {
    id: { type: 'integer' },
    itemId: { type: 'integer' },
    mediaAssetId: { type: 'integer' },
    title: { type: 'string' },
    startMs: { type: 'integer' },
    suggested: { type: 'boolean', nullable: true },
    accepted: { type: 'boolean', nullable: true },
    hidden: {
      type: 'boolean',
      expression: sql`case when ${isHiddenChapter} then 1 else 0 end`,
    },
    deletedDate: { type: 'dateTime', nullable: true },
  },
  expansions: [],
  searched: ['title'],
  defaultOrder: [{ field: 'startMs', direction: 'ASC' }],
};
