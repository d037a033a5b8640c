import { useEffect, useState } from 'react';
import { listTasks } from '#contract/collecting/tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { allRows } from '#src/ui/list/pager.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Parts of what tasks sign in with. */
export type SignInWords = { readonly orgKey: string; readonly username: string };
export const noWords: SignInWords = { orgKey: '', username: '' };

export type SignInFilter = {
  readonly words: SignInWords;
  readonly setWords: (words: SignInWords) => void;
  /** Whether the words keep a task. All tasks while the service has not answered. */
  readonly keeps: (task: { readonly id: number }) => boolean;
};

/** Typing pauses this long before the service is asked. */
const pauseMs = 300;

/** Finds tasks by org key and user name. These are not on the device, nor in the address: the service says which tasks have them. */
export function useSignInFilter(): SignInFilter {
  const call = useCall();
  const cust = useSession().customer.id;
  const [words, setWords] = useState(noWords);
  const [found, setFound] = useState<ReadonlySet<number> | null>(null);
  const [k, u] = [words.orgKey.trim(), words.username.trim()];
  const isBlank = k === '' && u === '';
  useEffect(() => {
    if (isBlank) return undefined;
    let isCurrent = true;
    const ask = async () => {
      const answer = await call(listTasks, { cust, pageSize: allRows, page: 1, k, u });
      if (!isCurrent) return;
      if (answer.ok) setFound(new Set(answer.value.map(({ id }) => id)));
      else toast.error({ title: messages.tasksNotListed, detail: errorMessage(answer.error) });
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [call, cust, k, u, isBlank]);
  return { words, setWords, keeps: ({ id }) => isBlank || (found?.has(id) ?? true) };
}
