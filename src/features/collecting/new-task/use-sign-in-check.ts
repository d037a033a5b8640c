import { useRef, useState } from 'react';
import { validateCredentials } from '#contract/collecting/new-tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import type { Problems } from '#src/ui/form/use-form.ts';
import { signsInNowhere } from '../tasks/use-check-first.ts';
import { lacking, signInOf, signInProblems, type Typed } from './new-task-draft.ts';

/** The vendor may be slow. */
const timeoutMs = 90_000;

/** The documented states of the check: 1 idle or checking, 2 success, 3 failure. */
export type CheckResult = 1 | 2 | 3;

export type SignInCheck = {
  readonly result: CheckResult;
  /** Forgets the result, as what was checked may change. */
  readonly reset: () => void;
  /** Tries the sign-in at the vendor. Problems keep the person at the step. */
  readonly check: (draft: Typed, crawler: CrawlerRow) => Promise<Problems | undefined>;
};

/**
 * The check of a sign-in before the task is there. What does not work is corrected and tried again; after the second failure the person
 * may save the task as it is, disabled, or ask support. `onSupport` gets what the vendor said.
 */
export function useSignInCheck(saveAndClose: () => Promise<void>, onSupport: (problem: string) => void): SignInCheck {
  const call = useCall();
  const { customer, administrator } = useSession();
  const [result, setResult] = useState<CheckResult>(1);
  const failures = useRef(0);
  const check = async (draft: Typed, crawler: CrawlerRow): Promise<Problems | undefined> => {
    setResult(1);
    const missing = signInProblems(draft, crawler, { administrator });
    if (Object.keys(missing).length > 0) return missing;
    // It awaits its setup, so there is nothing to try yet.
    if (signsInNowhere(crawler) || lacking(draft, crawler, { administrator }).length > 0) return undefined;
    const sent = { ...signInOf(draft, crawler, { administrator }), cust: customer.id, crawlerId: crawler.id };
    const answer = await call(validateCredentials, sent, { timeoutMs });
    if (!answer.ok) {
      const problems = problemsOf(answer.error);
      return problems['crawlerId'] === messages.notImplemented ? undefined : problems;
    }
    setResult(answer.value.result);
    if (answer.value.result === 2) {
      failures.current = 0;
      return undefined;
    }
    failures.current += 1;
    const choice = failures.current < 2 ? 'edit' : await askNext(answer.value.message);
    if (choice === 'save') {
      await saveAndClose();
      return {};
    }
    if (choice === 'support') onSupport(answer.value.message);
    return { '': `${messages.taskDoesNotWork} ${answer.value.message}` };
  };
  return { result, reset: () => setResult(1), check };
}

const askNext = (problem: string): Promise<'save' | 'support' | 'edit'> =>
  ask({
    title: 'Save the task although its sign-in does not work?',
    body: `${problem} A saved task is disabled and keeps what you entered. Jobdock support can help you with its sign-in.`,
    choices: {
      save: { words: 'Save and close', tone: 'primary' },
      support: { words: 'Ask support' },
      edit: { words: 'Keep editing' },
    },
    safe: 'edit',
  });
