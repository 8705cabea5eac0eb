/** What the chapter endpoints take, and how chapters are listed. */
import { sql } from 'kysely';
import { isHiddenChapter } from '../items/visibility.js';
import { z } from 'zod';
import { listFields } from '../../platform/db/list-fields.js';
import type { ListSpec } from '../../platform/db/list-query.js';
import { title } from '../../platform/lib/fields.js';
import { chapterRecord } from '../records/chapter.record.js';

const startMs = z.int().min(0).meta({
  description:
    "Milliseconds from the start, before the media's end; where that is unknown, the transcript's.",
});
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
  fields: listFields(chapterRecord, {
    hidden: { type: 'boolean', expression: sql`case when ${isHiddenChapter} then 1 else 0 end` },
  }),
  expansions: [],
  searched: ['title'],
  defaultOrder: [{ field: 'startMs', direction: 'ASC' }],
};
