import { type RawBuilder, sql } from 'kysely';

/**
 * What stays of `post.sent` once it is no longer known what a job order holds, so that its next update sends every field: for each list
 * the ids that it may hold (`longAgo` of the targets' sent values).
 */
export const listsOfSent: RawBuilder<unknown> = sql`coalesce((
  select jsonb_object_agg(key, case jsonb_typeof(value) when 'array' then jsonb_build_object('maybe', value) else value end)
  from jsonb_each(sent) where jsonb_typeof(value) = 'array' or value ? 'maybe'), '{}')`;
