import type { Change } from '#domain/commands/kit/command.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import { type Commands, knownChange } from './run-command.ts';

type Undone = Pick<OutboxEntry, 'name' | 'args' | 'before'>;

/**
 * The changes that undo a sent change [edge case 28], computed from the rows before it. Empty when it changed nothing; null when
 * it cannot be undone.
 */
export function inverseOf(commands: Commands, { name, args, before }: Undone): readonly Change[] | null {
  const known = knownChange(commands, name, args);
  if (!known.ok) return null;
  const { inverse } = known.value.command;
  return inverse === 'none' ? null : inverse(known.value.args, before);
}

/** Whether undoing a sent change would have an effect. */
export const hasInverse = (commands: Commands, entry: Undone): boolean => (inverseOf(commands, entry)?.length ?? 0) > 0;
