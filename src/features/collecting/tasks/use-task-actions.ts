import { useState } from 'react';
import { checkTask, runTaskNow, stopTaskRun } from '#contract/collecting/runs.ts';
import { removeTask, resetTaskCounters } from '#contract/collecting/tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { workLineOf } from '#src/entities/long-work/work-line.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** The vendor may be slow. */
const checkTimeoutMs = 90_000;

export type TaskActions = {
  /** Ids of the tasks whose run or check this screen is asking for. */
  starting: readonly number[];
  /** Queues a run. `accept` accepts what the last one raised an alarm about. */
  run: (task: TaskRow, accept?: boolean) => Promise<void>;
  stop: (task: TaskRow) => Promise<void>;
  /** Tries whether the vendor lets the task in. */
  check: (task: TaskRow) => Promise<void>;
  resetCounters: (task: TaskRow) => Promise<void>;
  /** Resolves to true if the task was removed. */
  remove: (task: TaskRow) => Promise<boolean>;
};

/** Actions on a task. Each shows its result as a toast. */
export function useTaskActions(): TaskActions {
  const call = useCall();
  const cust = useSession().customer.id;
  return {
    ...useRunActions(),
    async resetCounters({ id, name }) {
      if (!(await agreesToReset(name))) return;
      const answer = await call(resetTaskCounters, { cust, id });
      if (answer.ok) toast.success({ title: messages.countersReset, detail: `${name} starts counting from zero.` });
      else toast.error({ title: messages.countersNotReset, detail: errorMessage(answer.error) });
    },
    async remove({ id, name, site }) {
      const choice = await asksToRemove(name, site ?? name);
      if (choice === 'stay') return false;
      const answer = await call(removeTask, { cust, id, keepJobs: choice === 'keep' ? 1 : 0 });
      longWorkNews.begun();
      if (!answer.ok) {
        toast.error({ title: messages.taskNotRemoved, detail: errorMessage(answer.error) });
        return false;
      }
      const detail =
        choice === 'keep'
          ? 'Its jobs were kept.'
          : `${counted(answer.value, 'open job')} to cancel. This runs in the background.`;
      toast.success({ title: messages.taskRemoved, detail });
      return true;
    },
  };
}

function useRunActions(): Pick<TaskActions, 'starting' | 'run' | 'stop' | 'check'> {
  const call = useCall();
  const cust = useSession().customer.id;
  const [starting, setStarting] = useState<readonly number[]>([]);
  const asking = async <T>(id: number, ask: () => Promise<T>): Promise<T> => {
    setStarting((ids) => [...ids, id]);
    const answer = await ask();
    setStarting((ids) => ids.filter((one) => one !== id));
    return answer;
  };
  return {
    starting,
    async run({ id, name }, accept = false) {
      const answer = await asking(id, () => call(runTaskNow, { cust, id, accept }));
      longWorkNews.begun();
      const to = `/edittask/${id}`;
      // The same id as the tray's notice, so that both show as one.
      const notice = `work ${workLineOf(cust, 'collect', id)}`;
      if (answer.ok)
        toast.info({
          id: notice,
          title: `${name}: ${answer.value.message}`,
          detail: 'The status at the top shows its progress.',
          to,
        });
      else toast.error({ id: notice, title: `${name} did not run`, detail: whyNot(answer.error), to });
    },
    async stop({ id, name }) {
      const answer = await call(stopTaskRun, { cust, id });
      longWorkNews.begun();
      if (!answer.ok) toast.error({ title: `${name} was not stopped`, detail: errorMessage(answer.error) });
      else if (answer.value.stopping)
        toast.info({ title: `${name} is stopping`, detail: 'Jobs staged so far stay. No missing job is canceled.' });
      else toast.info({ title: `${name} is not running` });
    },
    async check({ id, name }) {
      const answer = await asking(id, () => call(checkTask, { cust, id }, { timeoutMs: checkTimeoutMs }));
      const to = `/edittask/${id}`;
      if (answer.ok && answer.value === '') toast.success({ title: messages.taskWorks, detail: `The vendor lets ${name} in.` });
      else toast.error({ title: messages.taskDoesNotWork, detail: answer.ok ? answer.value : errorMessage(answer.error), to });
    },
  };
}

const asksToRemove = (name: string, source: string) =>
  ask({
    title: `Remove task ${name}?`,
    body: `It stops collecting. You can keep its open jobs from ${source} as they are, or cancel them.`,
    choices: {
      cancel: { words: 'Remove and cancel jobs', tone: 'danger' },
      keep: { words: 'Remove, keep jobs' },
      stay: { words: 'Cancel' },
    },
    safe: 'stay',
  });

async function agreesToReset(name: string): Promise<boolean> {
  const choice = await ask({
    title: `Reset the counters of ${name}?`,
    body: messages.resetCountersQuestion,
    choices: { reset: { words: 'Reset counters', tone: 'primary' }, keep: { words: 'Go back' } },
    safe: 'keep',
  });
  return choice === 'reset';
}

function whyNot(error: Parameters<typeof errorMessage>[0]): string {
  if (error.kind === 'conflict') return 'This task is already running. Its result appears here when it finishes.';
  return errorMessage(error);
}
