import { rivalPackage, rivalPackageProblem } from '#domain/submissions/packages.ts';
import type { Rejection } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { packageRows, packagesOf } from './package-rows.ts';

type Asked = { readonly id: number; readonly targetId: number; readonly degreeId: number; readonly specialtyId: number };

/**
 * Refuses a second package for a pair, by the name of the first. The target's row is locked, so that two people at once get one package and
 * one refusal.
 */
async function guardPair(tx: Tx, { customerId }: { readonly customerId: number }, asked: Asked): Promise<Rejection | null> {
  await tx
    .selectFrom('submission_target')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', asked.targetId)
    .forUpdate()
    .execute();
  const rival = rivalPackage(asked, await packageRows(tx, customerId));
  if (!rival) return null;
  const [named] = await packagesOf(tx, customerId, rival.id);
  const { target, degree, specialty } = named ?? { target: 'The target', degree: '', specialty: '' };
  return { code: 'invalid', conflicts: [], ...rivalPackageProblem(target, { degree, specialty }) };
}

/** Server-side effects of the commands of packages: one package for each pair of a target. */
export const packageEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `submissionPackage.${string}`>> = {
  'submissionPackage.save.v1': { guard: guardPair, completes: 'none' },
  'submissionPackage.remove.v1': { guard: 'none', completes: 'none' },
  'submissionPackage.restore.v1': { guard: guardPair, completes: 'none' },
};
