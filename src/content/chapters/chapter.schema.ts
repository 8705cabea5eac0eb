/** Schemas of the chapter endpoints, and the declaration of the list. */
import { sql } from 'kysely';
import { isHiddenChapter } from '../items/visibility.js';
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { title } from '../../platform/lib/fields.js';
import { chapterRecord } from '../records/chapter.record.js';

const startMs = z.int().min(0).meta({
  description:
    'Milliseconds from the start; before the end of the media (of the transcript, if the duration is unknown).',
});
const suggested = z
  .boolean()
  .meta({ description: 'Whether it is a generated suggestion that awaits review.' });
const accepted = z
  .boolean()
  .meta({ description: 'Suggested chapters are public only after they are accepted.' });

export const newChapter = z
  .strictObject({
    title,
    startMs,
    suggested: suggested.default(false),
    accepted: accepted.optional().meta({
      description:
        'Defaults to false; for a suggestion, to `autoAcceptMediaChapters` of the item or the account.',
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
