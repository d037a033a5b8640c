import { useNavigate } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { copyOf } from '#domain/rules/blank-rule.ts';
import { type Changes, useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { draftOf } from '../draft/rule-draft.ts';
import { acceptedIn, type PinnedMovesOf, usePinnedMoves, wantsMoved } from '../draft/use-pinned-moves.ts';

/** An action on a rule, in its list or on its own screen. */
type RuleAction = RowAction<StoredRule>;
type RuleActions = { of(rule: StoredRule): readonly RuleAction[] };

/** The actions that the user can do on a rule. Each works offline and is sent later. */
export function useRuleActions(): RuleActions {
  const { may } = useSession();
  const changes = useChanges();
  const movesOf = usePinnedMoves();
  const navigate = useNavigate();
  const admin = may('admin.system');
  return {
    of(rule) {
      if (!may('rules.write') || ((rule.adminsOnly || rule.global) && !admin)) return [];
      if (rule.deleted) return [restore(changes, rule), purge(changes, rule)];
      return [
        activate(changes, rule, movesOf),
        {
          label: 'Copy',
          run: async () => {
            const id = await copy(changes, rule);
            if (id !== null) void navigate(pathTo('/custrules/:id?', { id: id }));
          },
        },
        remove(changes, rule, movesOf),
      ];
    },
  };
}

const named = ({ id, ref }: StoredRule) => ({ id, ref });

const activate = (changes: Changes, rule: StoredRule, movesOf: PinnedMovesOf): RuleAction => ({
  label: rule.active ? 'Deactivate' : 'Activate',
  run: async () => {
    const active = !rule.active;
    const moves = movesOf(rule.id, { ...rule, active });
    if (!(await wantsMoved(moves, `${active ? 'Activate' : 'Deactivate'} ${rule.name}`))) return;
    await changes.make(
      'rule.activate.v1',
      { ...named(rule), active, accepts: acceptedIn(moves) },
      () => `${rule.name} ${active ? 'activated' : 'deactivated'}`,
    );
  },
});

async function copy(changes: Changes, rule: StoredRule): Promise<number | null> {
  const ref = crypto.randomUUID();
  const id = localIdOf(ref);
  const { done } = await changes.make(
    'rule.save.v1',
    { id, ref, rule: copyOf(draftOf(rule)), words: `Copied from ${rule.name}` },
    () => 'Rule copied',
  );
  return done.length > 0 ? id : null;
}

const remove = (changes: Changes, rule: StoredRule, movesOf: PinnedMovesOf): RuleAction => ({
  label: 'Delete',
  danger: true,
  run: async () => {
    const moves = movesOf(rule.id, null);
    if (!(await wantsMoved(moves, `Delete ${rule.name}`))) return;
    await changes.make(
      'rule.delete.v1',
      { ...named(rule), accepts: acceptedIn(moves) },
      () => `${rule.name} deleted`,
      messages.ruleNotRemoved,
    );
  },
});

const restore = (changes: Changes, rule: StoredRule): RuleAction => ({
  label: 'Restore as inactive',
  run: async () => {
    await changes.make('rule.restore.v1', named(rule), () => `${rule.name} restored, inactive`, messages.ruleNotRestored);
  },
});

const purge = (changes: Changes, rule: StoredRule): RuleAction => ({
  label: 'Delete permanently…',
  danger: true,
  run: async () => {
    const choice = await ask({
      title: `Permanently delete ${rule.name}?`,
      body: 'Its versions are deleted too. Values it set on jobs stay until the next collection.',
      choices: { remove: { words: 'Delete rule', tone: 'danger', typed: rule.name }, keep: { words: 'Cancel' } },
      safe: 'keep',
    });
    if (choice === 'remove')
      await changes.make('rule.purge.v1', named(rule), () => `${rule.name} permanently deleted`, messages.ruleNotRemoved);
  },
});
