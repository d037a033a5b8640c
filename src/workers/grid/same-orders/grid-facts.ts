import type { JobRow, SameOrderChoice } from '#contract/rows/jobs.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Condition } from '#domain/query/condition.ts';
import { factsFrom, type OrderFacts } from '#domain/same-order/order-facts.ts';
import { all, any, equals, postMarksKey } from '#domain/staging/job-conditions.ts';
import type { GridEngine } from '../../columns/grid-engine.ts';

const compared = [
  ...(['id', 'sourceId', 'source', 'providerJobId', 'vms', 'msp', 'state', 'facility', 'degree', 'specialty', 'shift'] as const),
  ...(['unit', 'workType', 'startDate', 'endDate', 'hoursPerWeek', 'billRate', 'positions'] as const),
] satisfies (keyof JobRow)[];
const states = ['status', 'chgMap', 'sameOrder', postMarksKey] as const;
const mapIdOf = (kind: (typeof mapKinds)[number]) => `${kind}MapId` as const;

/** Jobs of the grid as the comparison of orders reads them. */
export function gridFacts(engine: GridEngine, ids: readonly number[]): OrderFacts[] {
  const cells = engine.cellsOf(ids, [...compared, ...states, ...mapKinds.map(mapIdOf)]);
  return ids.map((_, i) => {
    const cell = (key: string) => cells[key]?.[i] ?? null;
    // The grid holds the fields of rows under their own names and types.
    const job = Object.fromEntries(compared.map((key) => [key, cell(key)])) as unknown as JobRow;
    const state = {
      status: cell('status') as JobRow['status'],
      chgMap: Number(cell('chgMap')),
      wasAskedFor: cell(postMarksKey) !== null,
      choices: (cell('sameOrder') ?? []) as readonly SameOrderChoice[],
    };
    return factsFrom(job, state, (kind) => cell(mapIdOf(kind)) as string | null);
  });
}

/** The jobs that a job is compared with: those of its facility, and those that its choices name. */
export function comparedWith(engine: GridEngine, id: number): number[] {
  const cells = engine.cellsOf([id], ['facility', 'facilityMapId', 'sameOrder']);
  const [facility, mapped, choices] = ['facility', 'facilityMapId', 'sameOrder'].map((key) => cells[key]?.[0] ?? null);
  const chosen = ((choices ?? []) as readonly SameOrderChoice[]).map(({ jobId }) => jobId);
  return engine.idsWhere(
    any({ kind: 'ids', ids: [id, ...chosen] }, atFacility(mapped, facility)),
    Number.MAX_SAFE_INTEGER,
  ) as number[];
}

function atFacility(mapped: unknown, facility: unknown): Condition {
  if (typeof mapped === 'string') return equals('facilityMapId', mapped);
  return typeof facility === 'string' ? all(equals('facility', facility), { kind: 'empty', column: 'facilityMapId' }) : any();
}
