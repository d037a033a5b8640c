import { sql } from 'kysely';
import type { CommandArgs } from '#contract/commands/commands.ts';
import { entryName, rivalDictionaryProblem, rivalDictionaryStep } from '#domain/submissions/dictionaries.ts';
import type { Rejection } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { findSubmissionTarget } from '../targets/target-rows.ts';

type Asked = Omit<CommandArgs<'submissionDictionaryStep.save.v1'>, 'ref'>;

/**
 * Refuses a second mapping of an entry to a destination by what the first one says. The target's row is locked, so that two people at once
 * get one mapping and one refusal.
 */
async function guardStep(tx: Tx, { customerId }: { readonly customerId: number }, asked: Asked): Promise<Rejection | null> {
  const target = await findSubmissionTarget(tx, customerId, asked.targetId, true);
  if (!target) return null;
  const ofEntry = { where: sql`target_id = ${asked.targetId} and from_id = ${asked.fromId}` };
  const rival = rivalDictionaryStep(asked, await rowsOf(tx, customerId, 'submissionDictionaryStep', ofEntry));
  if (!rival) return null;
  const names = await rowsOf(tx, customerId, 'submissionEntry', { where: sql`id in (${rival.fromId}, ${rival.toId})` });
  const nameOf = (id: number, unknown: string) => {
    const entry = names.find((one) => one.id === id);
    return entry ? entryName(entry) : unknown;
  };
  const says = { from: nameOf(rival.fromId, 'This entry'), to: nameOf(rival.toId, 'an entry') };
  return { code: 'invalid', conflicts: [], ...rivalDictionaryProblem(target.row.name, says) };
}

/** Server-side effects of the commands of mappings between dictionaries: one mapping of an entry to each destination. */
export const dictionaryEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `submissionDictionaryStep.${string}`>> = {
  'submissionDictionaryStep.save.v1': { guard: guardStep, completes: 'none' },
  'submissionDictionaryStep.remove.v1': { guard: 'none', completes: 'none' },
  'submissionDictionaryStep.restore.v1': { guard: guardStep, completes: 'none' },
};
