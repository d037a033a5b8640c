import type { CommandArgs } from '#contract/commands/commands.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { Changed, CommandEffects, Completed } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { assignableNamed, notAssignable } from '../assignable.ts';

type Saved = Pick<CommandArgs<'assignmentRule.save.v1'>, 'userId' | 'enabled'>;

/** Refuses a rule that is to assign jobs to someone whom they cannot be assigned to. A rule that is off may keep its person. */
async function guardPerson(tx: Tx, sent: Sent, { userId, enabled }: Saved): Promise<Rejection | null> {
  return !enabled || (await assignableNamed(tx, sent, userId)) ? null : notAssignable;
}

/** The name in a rule is the person's own, whatever the device called them. */
async function completes(tx: Tx, sent: Sent, { userId }: Pick<Saved, 'userId'>, { writes }: Changed): Promise<Completed> {
  const person = await assignableNamed(tx, sent, userId);
  if (!person) return { writes, statements: [] };
  const named = writes.map(
    (write): RowWrite =>
      write.collection === 'assignmentRule' ? { ...write, row: { ...write.row, person: person.name } } : write,
  );
  return { writes: named, statements: [] };
}

/**
 * Server-side effects of the commands of assignment rules: to whom, and under which name. The jobs follow in the background
 * (`follow-assignments.ts`). A rule that is restored keeps its person, who may have left meanwhile: it then assigns no one.
 */
export const assignmentEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `assignmentRule${string}`>> = {
  'assignmentRule.save.v1': { guard: guardPerson, completes },
  'assignmentRule.move.v1': { guard: 'none', completes: 'none' },
  'assignmentRule.remove.v1': { guard: 'none', completes: 'none' },
  'assignmentRule.restore.v1': { guard: 'none', completes },
};
