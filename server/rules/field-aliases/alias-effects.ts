import { sql } from 'kysely';
import { type AliasOf, aliasProblem } from '#domain/field-aliases/alias-problem.ts';
import type { Rejection } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { fieldAliasesOf } from './read-field-aliases.ts';

/** Refuses a name that means another field. */
async function guard(tx: Tx, { customerId }: { readonly customerId: number }, asked: AliasOf): Promise<Rejection | null> {
  // Two people who give a name to two fields at the same moment would not see each other's alias.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`field aliases of ${customerId}`}, 0))`.execute(tx);
  const problem = aliasProblem(asked, await fieldAliasesOf(tx, customerId));
  return problem && { code: 'invalid', ...problem, conflicts: [] };
}

/** Server-side effects of field alias commands: an alias names one field. */
export const fieldAliasEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `fieldAlias${string}`>> = {
  'fieldAlias.save.v1': { guard, completes: 'none' },
  'fieldAlias.remove.v1': { guard: 'none', completes: 'none' },
  'fieldAlias.restore.v1': { guard, completes: 'none' },
};
