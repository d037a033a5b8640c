import { sql } from 'kysely';
import { type PairStep, rivalStep, rivalStepProblem } from '#domain/submissions/pair-steps.ts';
import type { Rejection } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { findSubmissionTarget } from '../targets/target-rows.ts';
import { pairLinks, storedProblem } from './pair-links.ts';

/**
 * Refuses a step that its lists do not have, and a second one for a pair by what the first one says. The target's row is locked, so that two
 * people at once get one step and one refusal.
 */
async function guardStep(
  tx: Tx,
  { customerId }: { readonly customerId: number },
  asked: PairStep & { readonly id: number },
): Promise<Rejection | null> {
  const target = await findSubmissionTarget(tx, customerId, asked.targetId, true);
  const problem = await storedProblem(tx, customerId, asked);
  if (problem) return { code: 'invalid', conflicts: [], ...problem };
  const ofTarget = { where: sql`target_id = ${asked.targetId} and side = ${asked.side}` };
  const rival = rivalStep(asked, await rowsOf(tx, customerId, 'submissionPair', ofTarget));
  if (!rival) return null;
  const [named] = await pairLinks(tx, customerId, { ids: [rival.id] });
  const names = named ?? { ...rival, degree: 'This degree', specialty: '', jrDegree: 'a degree', jrSpecialty: '' };
  return { code: 'invalid', conflicts: [], ...rivalStepProblem(target?.row.name ?? 'the target', names) };
}

/** Server-side effects of the commands of steps: one step for each pair of a target, of entries that its lists have. */
export const pairEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `submissionPair.${string}`>> = {
  'submissionPair.save.v1': { guard: guardStep, completes: 'none' },
  'submissionPair.remove.v1': { guard: 'none', completes: 'none' },
  'submissionPair.restore.v1': { guard: guardStep, completes: 'none' },
};
