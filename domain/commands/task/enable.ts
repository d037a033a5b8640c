import { signsInWithKey } from '#domain/crawlers/crawler-settings.ts';
import { type Change, command } from '../kit/command.ts';
import { eachRow } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { taskChange } from './task-change.ts';

/** Enables or disables tasks. The key of some tasks must be long enough to enable them, which only a save of the task checks. */
export const enableTasks = command('task.enable.v1', {
  ...taskChange,
  describe: ({ ids, enabled }, names) => [enabled ? 'enableTasks' : 'disableTasks', { tasks: names.of('task', ids) }],
  apply: (rows, { ids, enabled }) =>
    eachRow(rows, 'task', ids, (task) => {
      if (task.disabled === !enabled) return task;
      if (enabled && signsInWithKey(task.crawlerId))
        return { refused: 'invalid', message: `Enable ${task.name} on its own page, where its key is checked.` };
      return { ...task, disabled: !enabled };
    }),
  inverse: (_, before) =>
    [true, false].flatMap((disabled): Change[] => {
      const ids = imagesOf('task', before).flatMap(({ id, fields }) => (fields.disabled === disabled ? [id] : []));
      return ids.length > 0 ? [{ name: 'task.enable.v1', args: { ids, enabled: !disabled } }] : [];
    }),
});
