/** List filters of items that are not fields of the record: needs attention, has suggestions, state of its jobs. */
import { sql, type RawBuilder } from 'kysely';
import type { ListField } from '../../platform/db/list-query.js';
import { ITEM_SUBJECT } from '../../platform/jobs/job-subject.js';
import { isProtectedItem } from './draft-policy.js';

/** A multiple of the recording's length plus a margin, because a recording may be cut at its end. */
const MAX_EXCESS = 1.2;
const MIN_EXCESS_MS = 30_000;

/**
 * @param endMs end of the transcript; null without times
 * @param mediaSecs length of the longest recording; null if unknown
 */
export const isMuchLonger = (endMs: number | null, mediaSecs: number | null): boolean =>
  endMs !== null && mediaSecs !== null && endMs > MIN_EXCESS_MS + MAX_EXCESS * 1_000 * mediaSecs;

/** A boolean filter from an SQL condition. */
const flag = (condition: RawBuilder<boolean>): ListField => ({
  type: 'boolean',
  isFilterOnly: true,
  expression: sql`(case when ${condition} then 1 else 0 end)`,
});

/** Its last run failed. The status does not show it, because a published item keeps its status. */
const lastRunFailed = sql<boolean>`"item"."id" in (select "run"."itemId" from "processing" as "run"
  where "run"."status" = 'failed' and not exists (select 1 from "processing" as "later"
    where "later"."itemId" = "run"."itemId" and "later"."id" > "run"."id"))`;

/** It has an unusable file, until someone deletes or replaces it. */
const hasBadFile = sql<boolean>`"item"."id" in (select "mediaAsset"."itemId" from "mediaAsset"
  where "mediaAsset"."deletedDate" is null and "mediaAsset"."status" = 'error')`;

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
  sql`exists (select 1 from "waitingSuggestion" where "waitingSuggestion"."itemId" = "item"."id")`,
);

/** Contributors may not change it. */
const needsEditor = flag(isProtectedItem);

const jobStates = ['queued', 'running', 'failed', 'none'] as const;

const hasJob = (status: 'waiting' | 'running' | 'dead') =>
  sql<boolean>`exists (select 1 from "job" where "job"."subject" = ${sql.lit(ITEM_SUBJECT)} || "item"."id"
    and "job"."accountId" = "item"."accountId" and "job"."status" = ${sql.lit(status)})`;

/** State of an item's jobs. A running job takes precedence, then a waiting one, then a failed one. */
const jobState: ListField = {
  type: 'enum',
  values: jobStates,
  isFilterOnly: true,
  expression: sql`(case when ${hasJob('running')} then 'running' when ${hasJob('waiting')} then 'queued'
    when ${hasJob('dead')} then 'failed' else 'none' end)`,
};

export const itemFilters = { needsAttention, hasSuggestions, needsEditor, jobState };

/** Included in the description of the list. */
export const itemFiltersText =
  '`needsAttention` selects items that need your action: items in status error or actionRequired, published items whose last processing failed, items ' +
  'with an unusable media file, and items whose transcript is much longer than their recording. `hasSuggestions` selects items with suggestions to ' +
  'review. `needsEditor` selects items that are public or about to be, which only callers with `content:write` may change. ' +
  "`jobState` is the state of an item's background jobs: `running`, `queued`, `failed` (after the last attempt) or `none`. These filters are not " +
  'fields of the record, and you cannot sort by them.';
