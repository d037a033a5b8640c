import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { aiMapping } from '#contract/mapping/mapping-runs.ts';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import { isOpen } from '#domain/mapping/run-step.ts';
import { autoAcceptCertainty } from '#domain/mapping/text/value-key.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Call } from '#server/kit/http/handle.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { matcherFor } from '../values/matchers.ts';
import { homesOfTwins } from '../values/twins.ts';
import { askForChoices } from './ai-choices.ts';
import { bestOf } from './run-decisions.ts';
import { valuesOf } from './run-rows.ts';
import { affected, type RunRefused, runRefusal, startRun } from './start-run.ts';

type Reply = ReplyOf<typeof aiMapping>;

/**
 * Suggests values for the unmapped texts of jobs and starts a run that maps the certain ones. For uncertain texts, the
 * provider's model (if configured) chooses among the matcher's candidates. Its choices are only suggested, never mapped. The
 * response names the engine. A job of another customer refuses the whole request [D1.2].
 */
export async function mapByAi(
  call: Pick<Call, 'services' | 'actor'>,
  customerId: number,
  targetId: number,
  jobIds: readonly number[],
): Promise<Result<Reply, RunRefused>> {
  const { db } = call.services;
  const refused = await runRefusal(call, customerId, targetId, { kind: 'ai', ids: [] });
  if (refused) return no(refused);
  const wanted = [...new Set(jobIds)];
  const { carriers, found } = await textsOf(db, customerId, wanted);
  if (found < wanted.length) return no({ kind: 'not_found' });
  const open = (await valuesOf(db, customerId, [...carriers.keys()], false)).filter(
    (row) => row.targetId === targetId && isOpen(row),
  );
  const match = await matcherFor(db, customerId, targetId);
  const best = await bestOf(match, open);
  const names = await namesIn(db, customerId, targetId);
  const isCertain = ({ id }: { id: number }) => (best.get(id)?.certainty ?? 0) >= autoAcceptCertainty;
  const unsure = open.filter((row) => !isCertain(row));
  const { engine, chosen, notice, standIn } = await askForChoices(call.services, customerId, match, unsure, names);
  if (notice !== null)
    await noteError(db, { customerId, kind: 'ai_failed', at: call.services.now(), about: 'AI mapping', words: notice });
  const results = open.flatMap((row): Reply['results'] => {
    const choice = chosen.has(row.id) ? chosen.get(row.id) : best.get(row.id);
    const name = names.get(`${row.kind}/${choice?.id}`);
    if (!choice || name === undefined || (!chosen.has(row.id) && choice.certainty <= 0)) return [];
    return [
      {
        id: row.id,
        kind: row.kind,
        name: row.text,
        externalId: choice.id,
        mappedName: name,
        certainty: choice.certainty,
        mapped: isCertain(row),
        jobs: [...(carriers.get(row.id) ?? [])],
      },
    ];
  });
  const certain = results.filter((result) => result.mapped).map(({ id }) => id);
  const message = results.length === 0 ? messages.aiMappingEmpty : affected(certain.length);
  if (certain.length === 0) return ok({ engine, standIn, message, notice, run: null, results });
  const texts = certain.length === 1 ? '1 text' : `${certain.length} texts`;
  const run = await startRun(call, customerId, targetId, { kind: 'ai', ids: certain }, `AI mapping of ${texts}`);
  return run.ok ? ok({ engine, standIn, message, notice, run: run.value, results }) : run;
}

/** The text ids that jobs refer to, each with its jobs, and the number of these jobs that belong to the customer. */
async function textsOf(db: Db, customerId: number, jobIds: readonly number[]) {
  const { rows } = await sql<{ id: number; values: (number | null)[] }>`
    select id, jsonb_build_array((row ->> 'facilityValueId')::bigint, (row ->> 'degreeValueId')::bigint,
      (row ->> 'specialtyValueId')::bigint, (row ->> 'shiftValueId')::bigint) as values
    from job where customer_id = ${customerId} and id = any(${[...jobIds]}::bigint[]) and not deleted`.execute(db);
  const carriers = new Map<number, Set<number>>();
  for (const { id, values } of rows) {
    for (const value of values) {
      if (value === null) continue;
      carriers.set(value, (carriers.get(value) ?? new Set()).add(id));
    }
  }
  // A text's twins for other targets are on the same jobs.
  for (const [twin, home] of await homesOfTwins(db, customerId, { homes: [...carriers.keys()] }))
    carriers.set(twin, carriers.get(home) ?? new Set());
  return { carriers, found: rows.length };
}

async function namesIn(db: Db, customerId: number, targetId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('ats_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('deleted', '=', false)
    .execute();
  return new Map(
    rows.map(({ row }) => [`${(row as AtsValueRow).kind}/${(row as AtsValueRow).extId}`, (row as AtsValueRow).name]),
  );
}
