import { useEffect, useState } from 'react';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import type { LabAnswer, LabQuestion } from '#src/workers/rules/rule-lab.ts';
import { labClientOf } from '#src/workers/store-workers.ts';

/** Delay after the last keystroke before the draft is tested. */
const pauseMs = 60;

export type LabState = {
  readonly question: LabQuestion;
  /** The last answer. It stays on the screen until the next one arrives. */
  readonly answer: LabAnswer | null;
  readonly asking: boolean;
  readonly failed: boolean;
};

/** Tests the draft on the jobs on this device, again after every change. Skips a draft that cannot be read. */
export function useLab(draft: RuleDraft, row: StoredRule | null, rules: readonly StoredRule[], readable: boolean): LabState {
  const { store } = useLocalStore();
  const pinned = useCollection('goldenJob').rows;
  const question: LabQuestion = {
    draft,
    ruleId: row?.id ?? null,
    rules: rules.filter(({ deleted }) => !deleted),
    pinned: pinned.filter(({ purged }) => !purged),
    grounds: useRuleGrounds(),
  };
  const asked = JSON.stringify(question);
  const [state, setState] = useState<{
    readonly asked: string;
    readonly answer: LabAnswer | null;
    readonly failed: boolean;
  } | null>(null);
  useEffect(() => {
    if (!readable) return undefined;
    let stale = false;
    const timer = window.setTimeout(() => {
      labClientOf(store)
        .answer(JSON.parse(asked) as LabQuestion)
        .then((answer) => !stale && setState({ asked, answer, failed: false }))
        .catch(() => !stale && setState((now) => ({ asked, answer: now?.answer ?? null, failed: true })));
    }, pauseMs);
    return () => {
      stale = true;
      window.clearTimeout(timer);
    };
  }, [store, asked, readable]);
  return { question, answer: state?.answer ?? null, asking: readable && state?.asked !== asked, failed: state?.failed ?? false };
}
