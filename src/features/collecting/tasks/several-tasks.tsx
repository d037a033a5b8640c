import { useState } from 'react';
import * as z from 'zod';
import { runTaskNow } from '#contract/collecting/runs.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { EveryMinutes, RunAt } from '#contract/rows/task-schedule.ts';
import { getsJobsSent } from '#domain/crawlers/gets-jobs-sent.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { BulkBar } from '#src/ui/grid/bulk-bar.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import '#src/ui/grid/grid.css';

type Props = { tasks: readonly TaskRow[]; shown: readonly TaskRow[]; onClear: () => void };

const idsOf = (tasks: readonly TaskRow[]): number[] => tasks.map(({ id }) => id);

/** What can be done to several tasks at once. Enabling, disabling and scheduling also work without a connection. */
export function SeveralTasks({ tasks, shown, onClear }: Props) {
  const changes = useChanges();
  const runAll = useRunAll();
  const blocked = useBlocked() ?? null;
  const { rows: crawlers } = useCrawlers();
  const [scheduling, setScheduling] = useState(false);
  const sent = new Set(crawlers.filter(getsJobsSent).map(({ id }) => id));
  const [off, on] = [tasks.filter(({ disabled }) => disabled), tasks.filter(({ disabled }) => !disabled)];
  const scheduled = tasks.filter(({ crawlerId }) => !sent.has(crawlerId));
  const able = (chosen: readonly TaskRow[], enabled: boolean) =>
    changes.makeForAll('task.enable.v1', idsOf(chosen), { enabled }, (count) =>
      enabled ? `${counted(count, 'task')} enabled` : `${counted(count, 'task')} disabled`,
    );
  const act = async (key: string) => {
    if (key === 'schedule') return setScheduling(true);
    if (key === 'run') await runAll(tasks);
    else await able(key === 'enable' ? off : on, key === 'enable');
    return onClear();
  };
  const action = (key: string, label: string, allowed: number, why: string | null = null) => ({
    key,
    label,
    allowed,
    blocked: why,
  });
  return (
    <>
      <BulkBar
        selected={tasks.length}
        hidden={tasks.filter(({ id }) => !shown.some((row) => row.id === id)).length}
        note={null}
        actions={[
          action('enable', 'Enable', off.length),
          action('disable', 'Disable', on.length),
          action('schedule', 'Schedule…', scheduled.length, 'Tasks that take jobs as they come have no schedule.'),
          action('run', 'Run now', blocked === null ? tasks.length : 0, blocked),
        ]}
        onAction={(key) => void act(key)}
        onClear={onClear}
      />
      {scheduling && <ScheduleOfSeveral tasks={scheduled} onClose={() => setScheduling(false)} />}
    </>
  );
}

/** Queues a run of each task, and says in one toast how many. */
function useRunAll() {
  const call = useCall();
  const cust = useSession().customer.id;
  return async (tasks: readonly TaskRow[]): Promise<void> => {
    const refused: string[] = [];
    for (const { id, name } of tasks) {
      const answer = await call(runTaskNow, { cust, id });
      if (!answer.ok)
        refused.push(`${name}: ${answer.error.kind === 'conflict' ? 'it runs already.' : errorMessage(answer.error)}`);
    }
    longWorkNews.begun();
    const queued = tasks.length - refused.length;
    const detail =
      refused.length > 0 ? `${refused.slice(0, 3).join(' ')}${refused.length > 3 ? ` ${refused.length - 3} more.` : ''}` : '';
    if (queued === 0) toast.error({ title: 'No task was queued', detail });
    else
      toast.info({
        title: `${counted(queued, 'run')} queued`,
        detail: detail === '' ? 'The status at the top shows their progress.' : `Left out: ${detail}`,
      });
  };
}

const ScheduleDraft = z.object({ everyMinutes: EveryMinutes, runAt: RunAt });

function ScheduleOfSeveral({ tasks, onClose }: { tasks: readonly TaskRow[]; onClose: () => void }) {
  const changes = useChanges();
  const form = useForm(ScheduleDraft, {
    initial: { everyMinutes: tasks[0]?.everyMinutes ?? null, runAt: tasks[0]?.runAt ?? [] },
    async onSubmit(schedule) {
      const done = (count: number) => `Schedule of ${counted(count, 'task')} set`;
      const { notSaved } = await changes.makeForAll('task.schedule.v1', idsOf(tasks), schedule, done);
      if (notSaved !== null) return { '': notSaved };
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog title={`Schedule of ${counted(tasks.length, 'task')}`} form={form} saveLabel="Set schedule" onClose={onClose}>
      <p className="muted">It takes the place of the schedule that each of them has.</p>
      <ScheduleFields form={form} />
    </FormDialog>
  );
}
