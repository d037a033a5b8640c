import type { RawBuilder } from 'kysely';
import { commitRows } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { Plan } from './plan.ts';
import { auditOf, historyOf } from './record.ts';

/**
 * Builds statements that record outcomes in the transaction of the change. `rev` is an SQL fragment, because the same statement
 * assigns the revision.
 */
export type ExtraStatements = (rev: RawBuilder<number>) => readonly RawBuilder<unknown>[];

/**
 * Writes the changes of one person's commands in order, under one revision, and ends the transaction. Returns that revision, or
 * the head if nothing changed. One statement writes rows, history, audit, posts and `alongside`, and assigns the revision last
 * [S2.5].
 */
export async function commit(
  tx: Tx,
  plans: readonly [Plan, ...Plan[]],
  extraStatements: ExtraStatements = () => [],
): Promise<number> {
  const by = plans[0].sent;
  const last = new Map(plans.flatMap(({ writes }) => writes.map((write) => [`${write.collection}/${write.row.id}`, write])));
  const audit = plans.flatMap((plan) => plan.audit);
  const isApplied = plans.every(({ outcome }) => outcome.outcome === 'applied');
  return commitRows(tx, by.customerId, [...last.values()], (rev) => [
    ...plans.flatMap(({ statements }) => statements),
    ...historyOf(
      by,
      plans.flatMap(({ history }) => history),
    ),
    ...(audit.length > 0 ? [auditOf(by, audit, isApplied ? rev : null)] : []),
    ...extraStatements(rev),
  ]);
}
