import { sql } from 'kysely';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no } from '#contract/kit/result.ts';
import { saveSubmissionTarget } from '#contract/submissions/targets.ts';
import { connectionProblems, needsSecretAgain } from '#domain/submissions/connection-problems.ts';
import { changedNames, changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { storedSecret } from './open-adapter.ts';
import { wholeTarget } from './read-targets.ts';
import { submissionSecret } from './secret-places.ts';
import { findSubmissionTarget, type StoredSubmissionTarget, submissionTarget } from './target-rows.ts';

type Args = ArgsOf<typeof saveSubmissionTarget>;

/** Adds a submission target or changes one. A stored secret stays with the place that it was given for. */
export const saveSubmissionTargetRoute: Handler = handle(
  saveSubmissionTarget,
  {
    audit: 'submission.target.save',
    stepUp: ({ secret }: Args) => secret !== '',
    load: { target: submissionTarget('id', { lock: true, orNew: true }) },
  },
  async (args, { services: { secrets }, tx, customerId, actor }, { target }) => {
    // Who works as another user could otherwise send that customer's stored secret to a host of their own.
    const moves = target !== null && needsSecretAgain({ orgKey: target.row.org_key, site: target.row.site }, args);
    if (actor.impersonating && (moves || args.secret !== '')) return no({ kind: 'forbidden' });
    const held = target === null ? undefined : await storedSecret(secrets, tx, customerId, target.row.id);
    const fields = await problemsOf(tx, args, { customerId, target, hasSecret: held !== undefined, moves });
    if (fields) return no({ kind: 'invalid', fields });
    const id = await stored(tx, customerId, args, target);
    if (args.secret !== '') await secrets.put(tx, submissionSecret(customerId, id), args.secret);
    const saved = await findSubmissionTarget(tx, customerId, id);
    if (!saved) return no({ kind: 'not_found' });
    return done(await wholeTarget(tx, saved), {
      object: ['submissionTarget', id],
      changed: changesBetween(target && audited(target), audited(saved)),
      facts: {
        name: args.name,
        settings: changedNames(target?.row.settings ?? {}, args.settings),
        newSecret: args.secret !== '',
      },
    });
  },
);

const audited = ({ row }: StoredSubmissionTarget) => ({
  name: row.name,
  orgKey: row.org_key,
  site: row.site,
  active: row.active,
  sharesDocuments: row.shares_documents,
});

type Known = {
  readonly customerId: number;
  readonly target: StoredSubmissionTarget | null;
  readonly hasSecret: boolean;
  readonly moves: boolean;
};

async function problemsOf(tx: Tx, args: Args, { customerId, target, hasSecret, moves }: Known) {
  if (target !== null && target.row.system_id !== args.systemId)
    return { systemId: 'The system of a target stays. Add another target for the other system.' };
  if (moves && hasSecret && args.secret === '')
    return { secret: 'Enter it again: it was given for the username and address before.' };
  const named = await tx
    .selectFrom('submission_target')
    .select('id')
    .where('customer_id', '=', customerId)
    .where(sql`lower(name)`, '=', args.name.toLowerCase())
    .where('id', '!=', target?.row.id ?? 0)
    .executeTakeFirst();
  if (named) return { name: 'Another submission target has this name. Choose another one.' };
  return connectionProblems({ ...args, hasSecret: hasSecret || args.secret !== '' });
}

async function stored(tx: Tx, customerId: number, args: Args, target: StoredSubmissionTarget | null): Promise<number> {
  const values = {
    name: args.name,
    org_key: args.orgKey,
    site: args.site,
    active: args.isActive,
    shares_documents: args.sharesDocuments,
    settings: JSON.stringify(args.settings),
  };
  if (target === null) {
    const made = { customer_id: customerId, system_id: args.systemId, ...values };
    return (await tx.insertInto('submission_target').values(made).returning('id').executeTakeFirstOrThrow()).id;
  }
  const { id } = target.row;
  await tx.updateTable('submission_target').set(values).where('customer_id', '=', customerId).where('id', '=', id).execute();
  return id;
}
