/** Filters of items that are no fields of their records: what a person must look at, and how far its jobs are. */
import { sql } from 'kysely';
import type { ListField } from '../../platform/db/list-query.js';
import { ITEM_SUBJECT } from '../../platform/jobs/job-subject.js';
import { isHiddenChapter, isVisibleScripture } from './visibility.js';
import { isWaitingTopic } from './waiting-topic.js';

/** In the statuses that a person must resolve, or with suggestions that are neither accepted nor dismissed. */
const needsAttention: ListField = {
  type: 'boolean',
  isFilterOnly: true,
  expression: sql`(case when "item"."status" in ('error', 'actionRequired')
    or "item"."suggestedDescription" is not null or "item"."suggestedShortDescription" is not null
    or exists (select 1 from "scripture" where "scripture"."itemId" = "item"."id" and "scripture"."deletedDate" is null
      and not ${isVisibleScripture})
    or exists (select 1 from "chapter" where "chapter"."itemId" = "item"."id" and "chapter"."deletedDate" is null
      and ${isHiddenChapter})
    or exists (select 1 from "suggestion" where "suggestion"."itemId" = "item"."id" and ${isWaitingTopic})
    then 1 else 0 end)`,
};

const jobStates = ['queued', 'running', 'failed', 'none'] as const;

const hasJob = (status: 'waiting' | 'running' | 'dead') =>
  sql<boolean>`exists (select 1 from "job" where "job"."subject" = ${sql.lit(ITEM_SUBJECT)} || "item"."id"
    and "job"."accountId" = "item"."accountId" and "job"."status" = ${sql.lit(status)})`;

/** Of several jobs the one that runs counts, else one that waits, else one that failed. */
const jobState: ListField = {
  type: 'enum',
  values: jobStates,
  isFilterOnly: true,
  expression: sql`(case when ${hasJob('running')} then 'running' when ${hasJob('waiting')} then 'queued'
    when ${hasJob('dead')} then 'failed' else 'none' end)`,
};

export const itemFilters = { needsAttention, jobState };

/** For the description of the list. */
export const itemFiltersText =
  '`needsAttention` is true of items in status error or actionRequired, and of those with suggested descriptions, scriptures, chapters or topics ' +
  'that are neither accepted nor dismissed. `jobState` is about the work in the background on an item: ' +
  '`running`, `queued`, `failed` after the last attempt, else `none`. Neither is a field of the record, nor sorted by.';
