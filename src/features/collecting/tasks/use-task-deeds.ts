import { useState } from 'react';
import { removeTask, resetTaskCounters, runTaskNow } from '#contract/collecting/collect.ts';
import { messages } from '#contract/kit/messages.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { wordsOf } from '#src/entities/session/failure-words.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/dialog/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** A run fetches, reads and stages before it answers. */
const runTimeoutMs = 180_000;

export type TaskDeeds = {
  /** Ids of tasks that run now for this screen. */
  running: readonly number[];
  run: (task: TaskRow, acceptSilence?: boolean) => Promise<void>;
  resetCounters: (task: TaskRow) => Promise<void>;
  /** True when the task is gone. */
  remove: (task: TaskRow) => Promise<boolean>;
};

/** What can be done to a task, each told by its outcome. */
export function useTaskDeeds(): TaskDeeds {
  const call = useCall();
  const cust = useSession().customer.id;
  const [running, setRunning] = useState<readonly number[]>([]);
  return {
    running,
    async run({ id, name }, acceptSilence = false) {
      setRunning((ids) => [...ids, id]);
      const answer = await call(runTaskNow, { cust, id, acceptSilence }, { timeoutMs: runTimeoutMs });
      setRunning((ids) => ids.filter((one) => one !== id));
      const to = `/edittask/${id}`;
      if (!answer.ok) {
        const busy = answer.error.kind === 'conflict';
        const detail = busy ? 'This task is running already. Its outcome appears here when it is done.' : wordsOf(answer.error);
        return void toast.error({ title: `${name} was not collected`, detail, to });
      }
      const { message, alarm, refused } = answer.value;
      if (alarm !== null) return void toast.warning({ title: `${name} needs a look`, detail: alarm, to });
      toast.success({
        title: `${name} collected`,
        detail: refused > 0 ? `${message}, ${counted(refused, 'row')} refused` : message,
        to,
      });
    },
    async resetCounters({ id, name }) {
      const answer = await call(resetTaskCounters, { cust, id });
      if (answer.ok) toast.success({ title: messages.countersReset.text, detail: `${name} starts to count anew.` });
      else toast.error({ title: messages.countersNotReset.text, detail: wordsOf(answer.error) });
    },
    async remove({ id, name, site }) {
      const choice = await ask({
        title: `Remove the task ${name}?`,
        body: `It collects no more. Its open jobs from ${site ?? name} can stay as they are, or be cancelled with it.`,
        choices: {
          cancel: { words: 'Remove and cancel its jobs', tone: 'danger' },
          keep: { words: 'Remove, keep its jobs' },
          stay: { words: 'Keep the task' },
        },
        safe: 'stay',
      });
      if (choice === 'stay') return false;
      const answer = await call(removeTask, { cust, id, keepJobs: choice === 'keep' ? 1 : 0 }, { timeoutMs: runTimeoutMs });
      if (!answer.ok) {
        toast.error({ title: messages.taskNotRemoved.text, detail: wordsOf(answer.error) });
        return false;
      }
      const detail = choice === 'keep' ? 'Its jobs stay as they are.' : `${counted(answer.value, 'job')} cancelled.`;
      toast.success({ title: messages.taskRemoved.text, detail });
      return true;
    },
  };
}
