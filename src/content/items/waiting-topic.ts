/** Which suggested topics of items wait, as a condition in SQL. */
import { sql } from 'kysely';

/** True for rows of `suggestion` that are topics to accept: new ones, and those that exist and the item does not have. */
export const isWaitingTopic = sql<boolean>`("suggestion"."kind" = 'topic' and "suggestion"."status" = 'waiting'
  and ("suggestion"."topicId" is null
    or exists (select 1 from "topic" where "topic"."id" = "suggestion"."topicId" and "topic"."deletedDate" is null)
      and not exists (select 1 from "itemTopic" where "itemTopic"."itemId" = "suggestion"."itemId"
        and "itemTopic"."topicId" = "suggestion"."topicId")))`;
