import { useMemo, useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { withoutAliases } from '#domain/field-aliases/rule-text.ts';
import { defined, type FieldDefinitions } from '#domain/fields/definitions.ts';
import type { Field } from '#domain/fields/field.ts';
import { actionProblem } from '#domain/rules/problems/action-problem.ts';
import { timeProblem } from '#domain/rules/problems/condition-problems.ts';
import { ruleProblems } from '#domain/rules/problems/rule-problems.ts';
import { useFieldAliases } from '#src/entities/rule/use-field-aliases.ts';
import { useRuleFields } from '../condition/rule-fields.tsx';
import { type ConditionWork, useCondition } from '../condition/use-condition.ts';
import { draftOf } from '../draft/rule-draft.ts';

/** A problem that prevents saving, with the field it belongs to. */
type EditorProblem = { readonly field: keyof RuleDraft; readonly words: string };

/** What every part of the editor works on. */
export type EditorPart = {
  readonly draft: RuleDraft;
  readonly set: (change: Partial<RuleDraft>) => void;
  /** The problem to show at a field; undefined until the user tries to save. */
  readonly problemOf: (field: keyof RuleDraft) => string | undefined;
  /** Whether a rule that runs at this time can use the field. */
  readonly fits: (field: Field) => boolean;
  readonly readOnly: boolean;
};

export type RuleEditor = EditorPart & {
  /** The draft as it is tested and saved: its texts name fields by their own names, not by aliases. */
  readonly plain: RuleDraft;
  readonly condition: ConditionWork;
  readonly dirty: boolean;
  /** All current problems, shown or not. */
  readonly problems: readonly EditorProblem[];
  readonly shown: boolean;
  readonly show: () => void;
  readonly discard: () => void;
  /** Treats the draft as saved: it is no longer dirty. */
  readonly settle: () => void;
  /** The version that someone else saved since this draft began. */
  readonly overtaken: StoredRule | null;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
};

type Base = { readonly row: StoredRule | null; readonly draft: RuleDraft };

/** The draft of one rule: `row` is the saved rule, or null for a new one, which starts as `fresh`. */
export function useRuleEditor(row: StoredRule | null, fresh: RuleDraft, readOnly: boolean): RuleEditor {
  const [base, setBase] = useState<Base>(() => baseOf(row, fresh));
  const [draft, setDraft] = useState(base.draft);
  const aliases = useFieldAliases();
  const plain = useMemo(() => withoutAliases(draft, aliases), [draft, aliases]);
  const [shown, setShown] = useState(false);
  const dirty = !same(plain, base.draft);
  const moved = row !== null && row.version !== base.row?.version;
  const mineStands = moved && same(plain, draftOf(row));
  // A version from someone else replaces an unchanged draft, or one that is equal to it.
  if (moved && (!dirty || mineStands)) {
    setBase(baseOf(row, fresh));
    if (!dirty) setDraft(draftOf(row));
  }
  const set = (change: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...change }));
  const condition = useCondition(draft.source, (source) => set({ source }), aliases);
  const { definitions } = useRuleFields();
  const problems = problemsIn(plain, condition, base.row?.disableAfterOn ?? null, definitions);
  return {
    draft,
    plain,
    set,
    readOnly,
    condition,
    dirty,
    problems,
    shown,
    problemOf: (field) => (shown ? problems.find((problem) => problem.field === field)?.words : undefined),
    fits: (field) => timeProblem(defined(field, definitions), draft.runOnExport) === null,
    show: () => setShown(true),
    discard() {
      setDraft(base.draft);
      setShown(false);
    },
    settle() {
      setBase({ row: base.row, draft: plain });
      setShown(false);
    },
    overtaken: moved && dirty && !mineStands ? row : null,
    takeTheirs() {
      if (!row) return;
      setBase(baseOf(row, fresh));
      setDraft(draftOf(row));
    },
    keepMine: () => setBase((now) => ({ row, draft: now.draft })),
  };
}

const baseOf = (row: StoredRule | null, fresh: RuleDraft): Base => ({ row, draft: row ? draftOf(row) : fresh });
const same = (one: RuleDraft, other: RuleDraft): boolean => JSON.stringify(one) === JSON.stringify(other);

function problemsIn(
  draft: RuleDraft,
  { unfinished }: ConditionWork,
  savedDate: string | null,
  definitions: FieldDefinitions,
): EditorProblem[] {
  const at = new Date().toISOString();
  const problems = ruleProblems(draft, { at, savedDate, definitions, actionProblem });
  const all = problems.map(({ field, message }) => ({ field, words: message }));
  return unfinished ? [{ field: 'source', words: messages.conditionMissing }, ...all] : all;
}
