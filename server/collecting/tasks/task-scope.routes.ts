import { readTaskScope, saveTaskScope } from '#contract/collecting/new-tasks.ts';
import { no, ok } from '#contract/kit/result.ts';
import { scopeProblems } from '#domain/crawlers/job-scope.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Stored } from '#server/kit/db/rows.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { isManaged, scopeOf, settingsWithScope } from '../task-rows/task-scope.ts';

/** Which jobs of its vendor a task collects. */
export const taskScopeRoutes: Handler[] = [
  handle(readTaskScope, { load: { task: row('task', 'id') } }, async (_args, _call, { task }) => ok(shownOf(task))),
  handle(
    saveTaskScope,
    { audit: 'task.scope', load: { task: row('task', 'id', { lock: true }) } },
    async ({ cust: _cust, id, isAccountCredentialManaged: sent, ...scope }, { write, actor }, { task }) => {
      const problems = scopeProblems(scope);
      if (Object.keys(problems).length > 0) return no({ kind: 'invalid', fields: problems });
      const before = shownOf(task);
      const managed = sent ?? before.isAccountCredentialManaged;
      if (managed !== before.isAccountCredentialManaged && !actor.administrator)
        return no({ kind: 'invalid', fields: { isAccountCredentialManaged: 'Only an administrator changes this.' } });
      const settings = settingsWithScope(task.settings, scope, managed);
      write({ collection: 'task', row: task.row, extra: { settings } });
      const after = shownOf({ ...task, settings });
      return done(after, { object: ['task', id], changed: changesBetween(before, after), facts: { name: task.row.name } });
    },
  ),
];

const shownOf = ({ settings }: Stored<'task'>) => ({
  ...scopeOf(settings),
  isAccountCredentialManaged: isManaged(settings),
});
