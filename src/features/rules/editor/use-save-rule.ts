import { messages } from '#contract/kit/messages.ts';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { type PinnedMove, pinnedText } from '#domain/rules/pinned-jobs.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { LabAnswer } from '#src/workers/rules/rule-lab.ts';
import { acceptedIn, usePinnedMoves } from '../draft/use-pinned-moves.ts';
import type { RuleEditor } from './use-rule-editor.ts';

/** The effect of saving the draft on the jobs on this device; null until it is known. */
type Impact = LabAnswer['impact'];

/** Saves the draft after a confirmation that shows the effect. Returns the rule's id, or null if nothing was saved. */
export function useSaveRule(row: StoredRule | null, editor: RuleEditor, impact: Impact | null): () => Promise<number | null> {
  const changes = useChanges();
  const { customers } = useSession();
  const movesOf = usePinnedMoves();
  return async () => {
    const { plain: draft } = editor;
    if (editor.problems.length > 0) {
      editor.show();
      toast.warning({ title: 'Rule not saved', detail: editor.problems[0]?.words ?? '' });
      return null;
    }
    if (editor.overtaken && !(await wantsOver(editor.overtaken))) return null;
    const moves = movesOf(row?.id ?? null, asStored(row, draft));
    if (!(await wantsSaved(row, editor, impact, moves))) return null;
    if (draft.global && !(await wantsGlobal(customers.length))) return null;
    const ref = row ? row.ref : crypto.randomUUID();
    const id = row ? row.id : localIdOf(ref ?? '');
    const outcome = await changes.make(
      'rule.save.v1',
      { id, ref, rule: draft, words: '', accepts: acceptedIn(moves) },
      () => messages.saved,
    );
    if (outcome.done.length === 0) return null;
    editor.settle();
    return id;
  };
}

function asStored(row: StoredRule | null, draft: RuleDraft): StoredRule {
  const fresh = { id: 0, ref: null, deleted: false, purged: false, version: 0, by: '', at: '' };
  return { ...(row ?? fresh), ...draft };
}

async function wantsSaved(
  row: StoredRule | null,
  { plain: draft }: RuleEditor,
  impact: Impact | null,
  moves: readonly PinnedMove[],
): Promise<boolean> {
  const lines = [
    draft.active
      ? 'The rule is active and runs from the next collection on.'
      : 'The rule is inactive and changes nothing until it is activated.',
    draft.active && impact ? `${counted(impact.changed, 'job')} on this device would change.` : '',
    draft.active && impact && impact.posted > 0 ? `${counted(impact.posted, 'job')} of them are already posted.` : '',
    ...(draft.active && impact ? impact.emptied.map(({ label, jobs }) => `It empties ${label} on ${counted(jobs, 'job')}.`) : []),
    moves.length > 0 ? pinnedText(moves) : '',
  ];
  const choice = await ask({
    title: row ? `Save ${row.name}?` : `Save ${draft.name}?`,
    body: lines.filter(Boolean).join(' '),
    choices: { save: { words: 'Save rule', tone: 'primary' }, stay: { words: 'Keep editing' } },
    safe: 'stay',
  });
  return choice === 'save';
}

async function wantsGlobal(customers: number): Promise<boolean> {
  const choice = await ask({
    title: `This rule changes jobs for ${counted(customers, 'customer')}`,
    body: 'It runs before each customer’s own rules. Every customer gets it with the next sync. If it changes another customer’s pinned job, you are asked to confirm before it is saved.',
    choices: {
      save: { words: `Save for ${counted(customers, 'customer')}`, tone: 'danger' },
      stay: { words: 'Keep editing' },
    },
    safe: 'stay',
  });
  return choice === 'save';
}

async function wantsOver(theirs: StoredRule): Promise<boolean> {
  const choice = await ask({
    title: `Save over version ${theirs.version} of ${theirs.by}?`,
    body: 'Your version replaces theirs completely. Their version stays in the version list.',
    choices: { save: { words: 'Save mine', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  });
  return choice === 'save';
}
