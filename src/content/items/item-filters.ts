/** List filters of items that are not fields of the record: needs attention, has suggestions, state of its jobs. */
import { sql, type RawBuilder } from 'kysely';
import type { ListField } from '../../platform/db/list-query.js';
import { ITEM_SUBJECT } from '../../platform/jobs/job-subject.js';
import { isHiddenChapter, isVisibleScripture } from './visibility.js';
import { MAX_EXCESS, MIN_EXCESS_MS } from './transcript-length.js';

/**
 * Condition for rows of `suggestion` that are topics to review: new topics, and existing ones that the item does
 * not have.
 */
export const isWaitingTopic = sql<boolean>`("suggestion"."kind" = 'topic' and "suggestion"."status" = 'waiting'
  and ("suggestion"."topicId" is null
    or exists (select 1 from "topic" where "topic"."id" = "suggestion"."topicId" and "topic"."deletedDate" is null)
      and not exists (select 1 from "itemTopic" where "itemTopic"."itemId" = "suggestion"."itemId"
        and "itemTopic"."topicId" = "suggestion"."topicId")))`;

/** A boolean filter from an SQL condition. */
const flag = (condition: RawBuilder<boolean>): ListField => ({
  type: 'boolean',
  isFilterOnly: true,
  expression: sql`(case when ${condition} then 1 else 0 end)`,
});

/** Its last run failed. The status does not show it, because a published item keeps its status. */
const lastRunFailed = sql<boolean>`coalesce((select "processing"."status" from "processing"
  where "processing"."itemId" = "item"."id" order by "processing"."id" desc limit 1), '') = 'failed'`;

/** It has an unusable file, until someone deletes or replaces it. */
const hasBadFile = sql<boolean>`exists (select 1 from "mediaAsset" where "mediaAsset"."itemId" = "item"."id"
  and "mediaAsset"."deletedDate" is null and "mediaAsset"."status" = 'error')`;

/** Its transcript is much longer than the recording, so they probably belong to different talks. */
const hasLongTranscript = sql<boolean>`exists (select 1 from "transcript" where "transcript"."itemId" = "item"."id"
  and "transcript"."isCurrent" = 1 and "transcript"."endMs" > ${sql.lit(MIN_EXCESS_MS)} + ${sql.lit(MAX_EXCESS)} * 1000 *
    (select max("mediaAsset"."durationSecs") from "mediaAsset" where "mediaAsset"."itemId" = "item"."id"
      and "mediaAsset"."deletedDate" is null and "mediaAsset"."contentType" <> 'text'))`;

/** Errors, and problems that a person must solve. */
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

/** Of several jobs, a running one takes precedence, then a waiting one, then a failed one. */
const jobState: ListField = {
  type: 'enum',
  values: jobStates,
  isFilterOnly: true,
  expression: sql`(case when ${hasJob('running')} then 'running' when ${hasJob('waiting')} then 'queued'
    when ${hasJob('dead')} then 'failed' else 'none' end)`,
};

export const itemFilters = { needsAttention, hasSuggestions, jobState };

/** Included in the description of the list. */
export const itemFiltersText =
  '`needsAttention` selects items that need your action: items in status error or actionRequired, published items whose last processing failed, items ' +
  'with an unusable media file, and items whose transcript is much longer than their recording. `hasSuggestions` selects items with suggestions to ' +
  "review. `jobState` is the state of an item's background jobs: `running`, `queued`, `failed` (after the last attempt) or `none`. These filters are not " +
  'fields of the record, and you cannot sort by them.';
