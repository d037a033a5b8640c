import { no, ok } from '#contract/kit/result.ts';
import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import {
  listSubmissionDegrees,
  listSubmissionListStates,
  listSubmissionSpecialties,
  syncDegreesAndSpecialties,
  syncMappingData,
  syncSubmissionDegrees,
  syncSubmissionDocuments,
  syncSubmissionSpecialties,
} from '#contract/submissions/lists.ts';
import { done, type RecordLine, unchanged } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { type StoredSubmissionTarget, submissionTarget } from '../targets/target-rows.ts';
import { decideListRoute } from './decide-list.ts';
import { startListRun } from './list-runs.ts';
import { listStatesOf } from './list-states.ts';
import { degreesOf, specialtiesOf } from './read-entries.ts';
import { uploadRoutes } from './upload.routes.ts';
import { waitingListsOf } from './waiting.ts';

type Syncing = Call & { readonly record: RecordLine };
type Wanted = { readonly kind: SubmissionListKind; readonly objectId: number };

const load = { target: submissionTarget('targetId') };
const options = { audit: 'submission.list.sync', ownTransactions: true, load } as const;
const ofKind = (kind: SubmissionListKind): Wanted[] => [{ kind, objectId: 0 }];

/** Lists of submission targets. */
export const submissionListRoutes: Handler[] = [
  handle(syncSubmissionDegrees, options, (_args, call, { target }) => syncOne(call, target, ofKind('degree'))),
  handle(syncSubmissionSpecialties, options, (_args, call, { target }) => syncOne(call, target, ofKind('specialty'))),
  handle(syncSubmissionDocuments, options, (_args, call, { target }) => syncOne(call, target, ofKind('document'))),
  handle(syncDegreesAndSpecialties, { audit: 'submission.list.sync', ownTransactions: true }, ({ cust }, call) =>
    syncAll(call, cust, [...ofKind('degree'), ...ofKind('specialty')]),
  ),
  handle(syncMappingData, { audit: 'submission.list.sync', ownTransactions: true }, ({ me }, call) => syncAll(call, me, null)),

  handle(listSubmissionDegrees, { load }, async ({ query }, { services: { db } }, { target }) =>
    ok(await degreesOf(db, { customerId: target.customerId, targetId: target.row.id }, query)),
  ),
  handle(listSubmissionSpecialties, { load }, async ({ query, degreeId }, { services: { db } }, { target }) =>
    ok(await specialtiesOf(db, { customerId: target.customerId, targetId: target.row.id }, query, degreeId)),
  ),
  handle(listSubmissionListStates, { load }, async (_args, { services: { db } }, { target: { customerId, row } }) =>
    ok({ lists: await listStatesOf(db, customerId, row.id), waiting: await waitingListsOf(db, customerId, row.id) }),
  ),
  decideListRoute,
  ...uploadRoutes,
];

/** Queues the sync of lists of one target. */
export async function syncOne(call: Syncing, { customerId, row }: StoredSubmissionTarget, lists: Wanted[]) {
  if (!row.active) return no({ kind: 'invalid' as const, fields: { targetId: `${row.name} is not active. Activate it first.` } });
  const { services, actor, record } = call;
  const started = await startListRun(services, {
    customerId,
    target: row,
    lists,
    by: actor,
    beside: (tx) => record(tx, { object: ['submissionTarget', row.id], facts: { name: row.name } }),
  });
  if (!started) return unchanged({ message: `${row.name} is being synced already`, runId: null });
  return done({ message: '', runId: started.runId }, started.receipt);
}

async function syncAll({ services, actor, record }: Syncing, customerId: number, lists: Wanted[] | null) {
  const beside: Parameters<typeof startListRun>[1]['beside'] = (tx) =>
    record(tx, { object: ['submissionTarget', ''], facts: { name: '' } });
  const started = await startListRun(services, { customerId, target: null, lists, by: actor, beside });
  if (!started) return unchanged({ message: 'The submission targets are being synced already', runId: null });
  return done({ message: '', runId: started.runId }, started.receipt);
}
