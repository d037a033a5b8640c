import type { RawBuilder } from 'kysely';
import type { CommandName, CommandResult } from '#contract/commands/commands.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Tx } from '../kit/db/connection.ts';
import { type CommandRows, decide, type Rejected, type Sent } from './decide.ts';
import type { CommandEffects, Effects } from './effects.ts';
import { listsValue } from './lists-value.ts';
import { type AuditLine, auditLine, type HistoryLine, historyLines } from './record.ts';

/** Everything that a command leaves to be written, or that it was refused. Nothing is written before `commit`. */
export type Plan = {
  readonly sent: Sent;
  readonly outcome: { readonly outcome: 'applied'; readonly result: CommandResult } | Rejected;
  readonly writes: readonly RowWrite[];
  readonly history: readonly HistoryLine[];
  readonly audit: readonly AuditLine[];
  /** Statements of the same revision: posts to queue, versions of rules. */
  readonly statements: readonly RawBuilder<unknown>[];
};

/** Where a command finds its rows: locked by itself or by its caller. */
export type PlanRows = Pick<CommandRows, 'lock' | 'add'>;

/** A plan that writes nothing but what its caller records of the outcome. */
export const planWithoutRows = (sent: Sent, outcome: Plan['outcome']): Plan => ({
  sent,
  outcome,
  writes: [],
  history: [],
  audit: [],
  statements: [],
});

/** Decides a command over rows as they are, and says what is to be written for it [S2.3]. A forbidden attempt is audited [D9.2]. */
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

/** The name chooses effects and arguments together, which the compiler cannot follow through a union. */
const effectsOf = (effects: CommandEffects, name: CommandName) => effects[name] as unknown as Effects<CommandName>;
