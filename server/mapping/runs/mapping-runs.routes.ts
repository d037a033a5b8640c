import { no, ok, type Result } from '#contract/kit/result.ts';
import {
  aiMapping,
  autoMapFacilities,
  autoMapSpecialties,
  cancelMapRun,
  clearAutoMappedFacilities,
  countBulk,
  listMapRunChanges,
  listMapRuns,
  type MapRun,
  readMapRun,
  refreshData,
  refreshJobData,
  refreshModes,
  saveBulk,
  startMapRun,
  undoMapRun,
} from '#contract/mapping/mapping-runs.ts';
import { mapTypes } from '#contract/mapping/values.ts';
import { absent } from '#contract/rows/absent.ts';
import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { byRun } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { rowOfActor } from '#server/kit/http/loaders.ts';
import { jobsMovedBy } from '../values/moved-jobs.ts';
import { absentIn } from '../values/stray-value.ts';
import { mapByAi } from './ai-mapping.ts';
import { recomputeJob } from './recompute-job.ts';
import { runChanges } from './run-changes.ts';
import { countRows, findRun, newestRuns } from './run-rows.ts';
import type { RunWork } from './run-work.ts';
import { kindLabels, type NotAllowed, type RunRefused, runRefusal, startRun, stopRun, takeRunBack } from './start-run.ts';

/** Above this number of records, a bulk mapping asks for confirmation (documented). */
const cautionAbove = 100;

const automatic = (call: Call, cust: number, targetId: number, work: RunWork) => {
  const name = work.kind === 'clear' ? `Clear automatic mapping of ${kindLabels(work)}` : `Map ${kindLabels(work)} automatically`;
  return startRun(call, cust, targetId, work, name);
};

export const mappingRunRoutes: Handler[] = [
  handle(autoMapFacilities, { audit: byRun }, ({ cust, targetId }, call) =>
    automatic(call, cust, targetId, { kind: 'automap', kinds: ['facility'] }),
  ),
  handle(clearAutoMappedFacilities, { audit: byRun }, ({ cust, targetId }, call) =>
    automatic(call, cust, targetId, { kind: 'clear', kinds: ['facility'] }),
  ),
  handle(autoMapSpecialties, { audit: byRun }, ({ cust, targetId }, call) =>
    automatic(call, cust, targetId, { kind: 'automap', kinds: ['degree', 'specialty'] }),
  ),
  handle(startMapRun, { audit: byRun }, ({ cust, targetId, kind, kinds }, call) =>
    automatic(call, cust, targetId, { kind, kinds: [...new Set(kinds)] }),
  ),
  handle(refreshData, { audit: byRun }, async ({ cust, targetId, mode, degreeId }, call) => {
    const within = degreeId === 0 ? null : await textOf(call.services.db, cust, targetId, degreeId);
    if (within === undefined) return no(absentIn({ targetId, kind: 'degree' }, degreeId));
    const kinds: MapKind[] = [...refreshModes[mode]];
    const work = { kind: 'suggest' as const, kinds, within };
    return startRun(call, cust, targetId, work, `Recompute suggestions of ${kindLabels(work)}`);
  }),
  handle(
    refreshJobData,
    { audit: 'job.suggest', ownTransactions: true, load: { job: rowOfActor('job', 'jobId') } },
    async ({ targetId }, call, { job }) => recomputeJob(call, job, targetId),
  ),
  handle(countBulk, async (args, call) => {
    const asked = await bulkOf(args, call);
    if (!asked.ok) return asked;
    const { db } = call.services;
    const { count, ids, mark } = await countRows(db, args.cust, args.target, asked.value.work);
    return ok({ count, ...(await jobsMovedBy(db, args.cust, ids)), caution: count > cautionAbove, token: mark });
  }),
  handle(saveBulk, { audit: byRun }, async (args, call) => {
    const asked = await bulkOf(args, call);
    if (!asked.ok) return asked;
    const { count, mark } = await countRows(call.services.db, args.cust, args.target, asked.value.work);
    if (mark !== args.token)
      return no({
        kind: 'conflict' as const,
        current: { message: 'The rows have changed since they were counted. Look again.', count },
      });
    return startRun(call, args.cust, args.target, asked.value.work, asked.value.name);
  }),
  handle(aiMapping, { audit: byRun }, ({ cust, targetId, ids }, call) => mapByAi(call, cust, targetId, ids)),
  handle(listMapRuns, { allCustomers: true }, async ({ cust }, { services }) =>
    ok(await newestRuns(services.db, namedCustomers(cust))),
  ),
  handle(readMapRun, async ({ cust, id }, { services }) => {
    const run = await findRun(services.db, cust, id);
    return run ? ok(run) : no(absent('mapping run', id));
  }),
  handle(listMapRunChanges, async ({ cust, id, pageSize, page, touched }, { services }) => {
    const run = await findRun(services.db, cust, id);
    if (!run) return no(absent('mapping run', id));
    return ok(await runChanges(services.db, cust, id, { size: pageSize, number: page, touchedOnly: touched === 1 }));
  }),
  handle(cancelMapRun, { audit: byRun }, ({ cust, id }, call): Promise<Result<MapRun, RunRefused>> => stopRun(call, cust, id)),
  handle(undoMapRun, { audit: byRun }, ({ cust, id }, call): Promise<Result<MapRun, RunRefused>> => takeRunBack(call, cust, id)),
];

type BulkArgs = {
  readonly type: keyof typeof mapTypes;
  readonly cust: number;
  readonly target: number;
  readonly itemId: string;
  readonly mapstate: '0' | '1' | '2' | '3' | '4';
  readonly degreeId: number;
  readonly query: string;
};
type Bulk = { readonly work: Extract<RunWork, { kind: 'bulk' }>; readonly name: string };

/** The rows and the value of a bulk mapping by filter. The value must be in the target's own list [D1.2]. */
async function bulkOf(
  { type, cust, target, itemId, mapstate, degreeId, query }: BulkArgs,
  call: Call,
): Promise<Result<Bulk, NotAllowed | { kind: 'invalid'; fields: Record<string, string> }>> {
  const kind = mapTypes[type];
  const { db } = call.services;
  const within = degreeId === 0 ? null : await textOf(db, cust, target, degreeId);
  if (within === undefined) return no(absentIn({ targetId: target, kind: 'degree' }, degreeId));
  const extId = itemId === '-1' ? null : itemId;
  const work = { kind: 'bulk', filter: { kind, mapState: mapstate, query, within }, extId } as const;
  const refused = await runRefusal(call, cust, target, work);
  if (refused) return no(refused);
  if (extId === null) return ok({ work, name: `Remove the mapping of ${kindLabels(work)} in bulk` });
  const value = await listed(db, cust, target, kind, extId);
  if (value === undefined) return no({ kind: 'invalid', fields: { itemId: `The ATS lists no ${kind} with the id ${extId}` } });
  return ok({ work, name: `Map ${kindLabels(work)} to “${value}” in bulk` });
}

/** Text of a degree's mapping row; undefined if the target has no such row. */
async function textOf(db: Db, customerId: number, targetId: number, id: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('map_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', 'degree')
    .where('id', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return (found?.row as MapValueRow | undefined)?.text;
}

async function listed(db: Db, customerId: number, targetId: number, kind: string, extId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('ats_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', kind)
    .where('ext_id', '=', extId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return (found?.row as { name?: string } | undefined)?.name;
}
