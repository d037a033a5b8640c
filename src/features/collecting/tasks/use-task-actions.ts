import { useState } from 'react';
import { removeTask, resetTaskCounters, runTaskNow } from '#contract/collecting/tasks.ts';
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

/** The service responds only after the run has fetched, read and staged the jobs. */
const runTimeoutMs = 180_000;

export type TaskActions = {
  /** Ids of the tasks that this screen is running. */
  running: readonly number[];
  run: (task: TaskRow, acceptSilence?: boolean) => Promise<void>;
  resetCounters: (task: TaskRow) => Promise<void>;
  /** Resolves to true if the task was removed. */
  remove: (task: TaskRow) => Promise<boolean>;
};

/** Actions on a task. Each shows its result as a toast. */
export function useTaskActions(): TaskActions {
  const call = useCall();
  const cust = useSession().customer.id;
  const [running, setRunning] = useState<readonly number[]>([]);
  return {
    running,
    async run(task, acceptSilence = false) {
      const { id, name } = task;
      setRunning((ids) => [...ids, id]);
      longWorkNews.begun();
      const answer = await call(runTaskNow, { cust, id, acceptSilence }, { timeoutMs: runTimeoutMs });
      setRunning((ids) => ids.filter((one) => one !== id));
      const to = `/edittask/${id}`;
      // The same id as the tray's notice, so that both show as one.
      const notice = `work ${workLineOf(cust, 'collect', id)}`;
      if (!answer.ok) {
        return void toast.error({ id: notice, title: `${name} did not run`, detail: whyNot(answer.error), to });
      }
      const { message, alarm, refused } = answer.value;
      if (alarm !== null) return void toast.warning({ id: notice, title: `${name} needs attention`, detail: alarm, to });
      toast.success({
        id: notice,
        title: failedLast(task) ? messages.taskWorks : `${name} collected`,
        detail: refused > 0 ? `${message}, ${counted(refused, 'row')} refused` : message,
        to,
      });
    },
    async resetCounters({ id, name }) {
      if (!(await agreesToReset(name))) return;
      const answer = await call(resetTaskCounters, { cust, id });
      if (answer.ok) toast.success({ title: messages.countersReset, detail: `${name} starts counting from zero.` });
      else toast.error({ title: messages.countersNotReset, detail: errorMessage(answer.error) });
    },
    async remove({ id, name, site }) {
      const choice = await asksToRemove(name, site ?? name);
      if (choice === 'stay') return false;
      const answer = await call(removeTask, { cust, id, keepJobs: choice === 'keep' ? 1 : 0 }, { timeoutMs: runTimeoutMs });
      if (!answer.ok) {
        toast.error({ title: messages.taskNotRemoved, detail: errorMessage(answer.error) });
        return false;
      }
      const detail = choice === 'keep' ? 'Its jobs were kept.' : `${counted(answer.value, 'job')} canceled.`;
      toast.success({ title: messages.taskRemoved, detail });
      return true;
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

const failedLast = ({ lastRunAt, lastSuccessAt }: TaskRow): boolean => lastRunAt !== null && lastRunAt !== lastSuccessAt;

function whyNot(error: Parameters<typeof errorMessage>[0]): string {
  if (error.kind === 'conflict') return 'This task is already running. Its result appears here when it finishes.';
  return error.kind === 'invalid' ? `${messages.taskDoesNotWork} ${errorMessage(error)}` : errorMessage(error);
}
