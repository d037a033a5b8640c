import type { JobRow } from '#contract/rows/jobs.ts';
import type { Condition } from '#domain/query/condition.ts';
import { childrenOf, parentOf } from '#domain/staging/children.ts';
import { all, equals, not } from '#domain/staging/job-conditions.ts';
import { readRows } from '#src/store/rows.ts';
import type { JobGrid } from './job-grid.ts';

export type FamilyQuestion = Pick<JobRow, 'id' | 'sourceId' | 'providerJobId' | 'parentJobId'>;

/** The order that a job is a part of (null if it is not on this device), its shifts and positions, and how many of those there are. */
export type JobFamily = { readonly parent: JobRow | null; readonly children: readonly JobRow[]; readonly total: number };

const mostChildren = 200;
const ofSource = (id: number): Condition => ({ kind: 'between', column: 'sourceId', from: id, to: id });

/** The parent order and the children of a job, by their vendor's ids. */
export async function familyOf({ engine, store }: JobGrid, job: FamilyQuestion): Promise<JobFamily> {
  const read = async (where: Condition, limit: number) =>
    (await readRows(store, 'job', engine.idsWhere(all(ofSource(job.sourceId), where), limit) as number[])).filter(
      (row) => row !== undefined,
    );
  const ofOrder = equals('parentJobId', job.providerJobId);
  const children = childrenOf(await read(ofOrder, mostChildren), job);
  const total = engine.countOf(all(ofSource(job.sourceId), ofOrder));
  const named = job.parentJobId ? await read(equals('providerJobId', job.parentJobId), mostChildren) : [];
  return {
    parent: parentOf(named, job) ?? null,
    children,
    total: children.length < mostChildren ? children.length : total,
  };
}

/** Jobs that match and whose parent order is one of these jobs, without those jobs themselves. */
export function childrenAmong({ engine }: JobGrid, ids: readonly number[], where: Condition): number[] {
  const children = engine.idsWhere(
    all(not({ kind: 'empty', column: 'parentJobId' }), where),
    Number.MAX_SAFE_INTEGER,
  ) as number[];
  if (children.length === 0) return [];
  const nameOf = (source: unknown, id: unknown) => `${String(source)} ${String(id)}`;
  const orders = engine.cellsOf(ids, ['sourceId', 'providerJobId']);
  const names = new Set(ids.map((_, i) => nameOf(orders['sourceId']?.[i], orders['providerJobId']?.[i])));
  const chosen = new Set(ids);
  const cells = engine.cellsOf(children, ['sourceId', 'parentJobId']);
  return children.filter((id, i) => !chosen.has(id) && names.has(nameOf(cells['sourceId']?.[i], cells['parentJobId']?.[i])));
}
