import type { RawBuilder } from 'kysely';
import type { CommandName, CommandResult } from '#contract/commands/commands.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Tx } from '../kit/db/connection.ts';
import { type CommandRows, decide, type Rejected, type Sent } from './decide.ts';
import type { CommandEffects, Effects } from './effects.ts';
import { listsValue } from './lists-value.ts';
import { type AuditLine, auditLine, type HistoryLine, historyLines } from './record.ts';

/** Everything that a command will write, or its refusal. Nothing is written before `commit`. */
export type Plan = {
  readonly sent: Sent;
  readonly outcome: { readonly outcome: 'applied'; readonly result: CommandResult } | Rejected;
  readonly writes: readonly RowWrite[];
  readonly history: readonly HistoryLine[];
  readonly audit: readonly AuditLine[];
  /** Statements of the same revision: posts to queue, versions of rules. */
  readonly statements: readonly RawBuilder<unknown>[];
};

/** How a command gets its rows: it locks them itself, or its caller has locked them. */
export type PlanRows = Pick<CommandRows, 'lock' | 'add'>;

/** A plan that writes no rows. Its caller only records the outcome. */
export const planWithoutRows = (sent: Sent, outcome: Plan['outcome']): Plan => ({
  sent,
  outcome,
  writes: [],
  history: [],
  audit: [],
  statements: [],
});

/**
 * Decides a command on the current rows and returns what to write for it [S2.3]. A forbidden attempt is recorded in the audit log
 * [D9.2].
 */
export async function planOf(tx: Tx, effects: CommandEffects, sent: Sent, rows: PlanRows): Promise<Plan> {
  const decided = await decide(
    {
      ...rows,
      lists: (choice) => listsValue(tx, sent.customerId, choice),
      guard: async (name, args) => {
        const { guard } = effectsOf(effects, name);
        return guard === 'none' ? null : guard(tx, sent, args);
      },
    },
    sent,
  );
  if (decided.outcome === 'rejected')
    return { ...planWithoutRows(sent, decided), audit: decided.code === 'forbidden' ? [auditLine(sent, null)] : [] };
  const { command, args, book, result } = decided;
  const { completes } = effectsOf(effects, command.name);
  const { writes, statements } =
    completes === 'none'
      ? { writes: decided.writes, statements: [] }
      : await completes(tx, sent, args, { writes: decided.writes, before: book });
  return {
    sent,
    outcome: { outcome: 'applied', result },
    writes,
    history: historyLines(writes, book, command.history),
    audit: [auditLine(sent, { writes, book })],
    statements,
  };
}

/** The name selects matching effects and arguments; the compiler cannot follow that through a union. */
const effectsOf = (effects: CommandEffects, name: CommandName) => effects[name] as unknown as Effects<CommandName>;
