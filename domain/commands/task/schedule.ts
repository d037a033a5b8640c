import type { TaskRow } from '#contract/rows/rows.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { type Before, type Change, command } from '../kit/command.ts';
import { eachRow } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { taskChange } from './task-change.ts';

type Schedule = Pick<TaskRow, 'everyMinutes' | 'runAt'>;

/** Sets when tasks run by themselves. */
export const scheduleTasks = command('task.schedule.v1', {
  ...taskChange,
  describe: ({ ids }, names) => ['scheduleTasks', { tasks: names.of('task', ids) }],
  apply: (rows, { ids, everyMinutes, runAt }) =>
    eachRow(rows, 'task', ids, (task) =>
      task.everyMinutes === everyMinutes && sameJson(task.runAt, runAt) ? task : { ...task, everyMinutes, runAt },
    ),
  inverse: (wanted, before) => {
    const groups = new Map<string, Schedule & { ids: number[] }>();
    for (const { id, schedule } of schedulesBefore(wanted, before)) {
      const key = JSON.stringify(schedule);
      const group = groups.get(key) ?? { ...schedule, ids: [] };
      group.ids.push(id);
      groups.set(key, group);
    }
    return [...groups.values()].map((args): Change => ({ name: 'task.schedule.v1', args }));
  },
});

/** What each task had. A field that the change did not touch had the wanted value already. */
const schedulesBefore = ({ everyMinutes, runAt }: Schedule, before: readonly Before[]) =>
  imagesOf('task', before).map(({ id, fields }) => ({
    id,
    schedule: {
      everyMinutes: fields.everyMinutes === undefined ? everyMinutes : fields.everyMinutes,
      runAt: fields.runAt ?? runAt,
    },
  }));
