import { no, ok } from '#contract/kit/result.ts';
import {
  listShortSubmissionTargets,
  listSubmissionChoices,
  listSubmissionTargets,
  readSubmissionTarget,
  saveActiveSubmissionTargets,
} from '#contract/submissions/targets.ts';
import { connectionProblems } from '#domain/submissions/connection-problems.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { checkCredentialsRoute } from './credentials.ts';
import { storedSecret } from './open-adapter.ts';
import { choicesOfTargets, wholeTarget } from './read-targets.ts';
import { removeSubmissionTargetRoute } from './remove-target.ts';
import { saveSubmissionTargetRoute } from './save-target.ts';
import { addSubscriptionRoute } from './subscription.ts';
import { type StoredSubmissionTarget, shortTarget, submissionTarget, submissionTargetsOf } from './target-rows.ts';

/** Submission targets of a customer. */
export const submissionTargetRoutes: Handler[] = [
  handle(readSubmissionTarget, { load: { target: submissionTarget('id') } }, async (_args, { services }, { target }) =>
    ok(await wholeTarget(services.db, target)),
  ),

  handle(listSubmissionChoices, async (_args, { services }) => ok(await choicesOfTargets(services.db))),

  handle(listSubmissionTargets, async ({ me, forCaregiverSearch, submit }, { services }) => {
    const all = (await submissionTargetsOf(services.db, me)).map(shortTarget);
    const searched = forCaregiverSearch ? all.filter(({ isActive, isSource }) => isActive && isSource) : all;
    return ok(submit ? searched.filter(({ isActive, isDestination }) => isActive && isDestination) : searched);
  }),

  handle(listShortSubmissionTargets, async ({ me }, { services }) =>
    ok((await submissionTargetsOf(services.db, me)).map(shortTarget)),
  ),

  handle(
    saveActiveSubmissionTargets,
    { audit: 'submission.target.activate' },
    async ({ me, ids }, { services, tx, customerId }) => {
      await tx.selectFrom('submission_target').select('id').where('customer_id', '=', me).forUpdate().execute();
      const all = await submissionTargetsOf(tx, me);
      const unknown = ids.find((id) => !all.some(({ row }) => row.id === id));
      if (unknown !== undefined)
        return no({ kind: 'invalid', fields: { ids: `There is no submission target with the id ${unknown}.` } });
      const changed = all.filter(({ row }) => row.active !== ids.includes(row.id));
      for (const target of changed) {
        const problem = await activationProblem(services, tx, target);
        if (problem) return no({ kind: 'invalid', fields: { ids: problem } });
      }
      if (changed.length === 0) return unchanged(all.map(shortTarget));
      for (const { row } of changed) await setActive(tx, customerId, row.id, !row.active);
      const after = await submissionTargetsOf(tx, me);
      const names = (active: boolean) => changed.flatMap(({ row }) => (row.active === active ? [] : [row.name])).join(', ');
      return done(after.map(shortTarget), { object: ['submissionTarget', ''], facts: { on: names(true), off: names(false) } });
    },
  ),

  saveSubmissionTargetRoute,
  removeSubmissionTargetRoute,
  checkCredentialsRoute,
  addSubscriptionRoute,
];

/** Why a target cannot become active: null if it can, or if it becomes inactive. */
async function activationProblem(
  { secrets }: Pick<Services, 'secrets'>,
  tx: Tx,
  { customerId, row }: StoredSubmissionTarget,
): Promise<string | null> {
  if (row.active) return null;
  const hasSecret = (await storedSecret(secrets, tx, customerId, row.id)) !== undefined;
  const connection = { systemId: row.system_id, orgKey: row.org_key, site: row.site, hasSecret, isActive: true };
  const problems = connectionProblems(connection);
  return problems && `${row.name} lacks its connection: ${Object.values(problems).join(', ')}. Open it and complete it first.`;
}

const setActive = (tx: Tx, customerId: number, id: number, active: boolean) =>
  tx.updateTable('submission_target').set({ active }).where('customer_id', '=', customerId).where('id', '=', id).execute();
