/** Filters of items that are no fields of their records: what needs a person, what is suggested, and how far its jobs are. */
import { sql, type RawBuilder } from 'kysely';
import type { ListField } from '../../platform/db/list-query.js';
import { ITEM_SUBJECT } from '../../platform/jobs/job-subject.js';
import { isHiddenChapter, isVisibleScripture } from './visibility.js';
import { MAX_EXCESS, MIN_EXCESS_MS } from './transcript-length.js';

/** True for rows of `suggestion` that are topics to accept: new ones, and those that exist and the item does not have. */
export const isWaitingTopic = sql<boolean>`("suggestion"."kind" = 'topic' and "suggestion"."status" = 'waiting'
  and ("suggestion"."topicId" is null
    or exists (select 1 from "topic" where "topic"."id" = "suggestion"."topicId" and "topic"."deletedDate" is null)
      and not exists (select 1 from "itemTopic" where "itemTopic"."itemId" = "suggestion"."itemId"
        and "itemTopic"."topicId" = "suggestion"."topicId")))`;

/** A filter that is true or false of an item, by a condition in SQL. */
const flag = (condition: RawBuilder<boolean>): ListField => ({
  type: 'boolean',
  isFilterOnly: true,
  expression: sql`(case when ${condition} then 1 else 0 end)`,
});

/** Its last run failed: an item that is published keeps its status. */
const lastRunFailed = sql<boolean>`coalesce((select "processing"."status" from "processing"
  where "processing"."itemId" = "item"."id" order by "processing"."id" desc limit 1), '') = 'failed'`;

/** It has a file that cannot be used, until somebody deletes or replaces it. */
const hasBadFile = sql<boolean>`exists (select 1 from "mediaAsset" where "mediaAsset"."itemId" = "item"."id"
  and "mediaAsset"."deletedDate" is null and "mediaAsset"."status" = 'error')`;

/** Its transcript goes on long after the recording has ended: they are hardly of the same talk. */
const hasLongTranscript = sql<boolean>`exists (select 1 from "transcript" where "transcript"."itemId" = "item"."id"
  and "transcript"."isCurrent" = 1 and "transcript"."endMs" > ${sql.lit(MIN_EXCESS_MS)} + ${sql.lit(MAX_EXCESS)} * 1000 *
    (select max("mediaAsset"."durationSecs") from "mediaAsset" where "mediaAsset"."itemId" = "item"."id"
      and "mediaAsset"."deletedDate" is null and "mediaAsset"."contentType" <> 'text'))`;

/** Errors, and what only a person can settle. */
const needsAttention = flag(
  sql`"item"."status" in ('error', 'actionRequired') or ${lastRunFailed} or ${hasBadFile} or ${hasLongTranscript}`,
);

/** With suggestions that are neither accepted nor dismissed. */
const hasSuggestions = flag(
  sql`"item"."suggestedDescription" is not null or "item"."suggestedShortDescription" is not null
    or exists (select 1 from "scripture" where "scripture"."itemId" = "item"."id" and "scripture"."deletedDate" is null
      and not ${isVisibleScripture})
    or exists (select 1 from "chapter" where "chapter"."itemId" = "item"."id" and "chapter"."deletedDate" is null
      and ${isHiddenChapter})
    or exists (select 1 from "suggestion" where "suggestion"."itemId" = "item"."id" and ${isWaitingTopic})`,
);

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

export const itemFilters = { needsAttention, hasSuggestions, jobState };

/** For the description of the list. */
export const itemFiltersText =
  '`needsAttention` selects items that need your action: items in status error or actionRequired, published items whose last processing failed, items ' +
  'with an unusable media file, and items whose transcript is much longer than their recording. `hasSuggestions` selects items with suggestions to ' +
  "review. `jobState` is the state of an item's background jobs: `running`, `queued`, `failed` (after the last attempt) or `none`. These filters are not " +
  'fields of the record, and you cannot sort by them.';
