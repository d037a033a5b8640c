import type { CommandArgs } from '#contract/commands/commands.ts';
import { problemOf, removalProblem } from '#domain/fields/label-rules.ts';
import type { LabelSet } from '#domain/fields/label-sets.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { labelRowsOf, placeOf } from './read-labels.ts';
import { holdLabels } from './write-labels.ts';

const invalid = (field: string, message: string): Rejection => ({ code: 'invalid', field, message, conflicts: [] });

/** The customer's labels, held until the transaction ends. */
async function heldSet(tx: Tx, { customerId }: Sent) {
  const place = await placeOf(tx, customerId);
  const set: LabelSet = { customerId, targetId: place?.targetId ?? 0, industryId: place?.industryId ?? 0 };
  await holdLabels(tx, set);
  return { set, rows: await labelRowsOf(tx, customerId) };
}

/** Refuses what cannot be a label, and one that another field has. */
async function guardLabel(tx: Tx, sent: Sent, { fieldKey, value, plural }: CommandArgs<'label.save.v1'>) {
  const { set, rows } = await heldSet(tx, sent);
  const [problem] = Object.entries(problemOf(set, rows, { key: fieldKey, value, plural }) ?? {});
  return problem ? invalid(problem[0] === 'key' ? 'fieldKey' : problem[0], problem[1]) : null;
}

/** Refuses to remove a label where the one that would apply then names another field. */
async function guardRemoval(tx: Tx, sent: Sent, { fieldKey }: CommandArgs<'label.remove.v1'>): Promise<Rejection | null> {
  const { set, rows } = await heldSet(tx, sent);
  const problem = removalProblem(set, rows, fieldKey);
  return problem === null ? null : invalid('value', problem);
}

/** Server-side effects of the commands of customers' own labels: no label names two fields. */
export const labelEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `label${string}`>> = {
  'label.save.v1': { guard: guardLabel, completes: 'none' },
  'label.remove.v1': { guard: guardRemoval, completes: 'none' },
};
