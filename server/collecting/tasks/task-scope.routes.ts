import { readTaskScope, saveTaskScope } from '#contract/collecting/new-tasks.ts';
import { no, ok } from '#contract/kit/result.ts';
import { scopeProblems } from '#domain/crawlers/job-scope.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Stored } from '#server/kit/db/rows.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { crawlerSetup } from '../crawlers/crawler-setups.ts';
import { forwardersOf, isManaged, scopeOf, settingsWithScope } from '../task-rows/task-scope.ts';

const forAdministrators = 'Only an administrator changes this.';

/** Which jobs of its vendor a task collects. */
export const taskScopeRoutes: Handler[] = [
  handle(readTaskScope, { load: { task: row('task', 'id') } }, async (_args, _call, { task }) => ok(shownOf(task))),
  handle(
    saveTaskScope,
    { audit: 'task.scope', load: { task: row('task', 'id', { lock: true }) } },
    async ({ cust: _cust, id, isAccountCredentialManaged, trustedForwarders, ...scope }, { tx, write, actor }, { task }) => {
      const problems = scopeProblems(scope);
      if (Object.keys(problems).length > 0) return no({ kind: 'invalid', fields: problems });
      const before = shownOf(task);
      const managed = isAccountCredentialManaged ?? before.isAccountCredentialManaged;
      const forwarders = trustedForwarders ?? before.trustedForwarders;
      const isOther = {
        isAccountCredentialManaged: managed !== before.isAccountCredentialManaged,
        trustedForwarders: !sameJson(forwarders, before.trustedForwarders),
      };
      const forbidden = (['isAccountCredentialManaged', 'trustedForwarders'] as const).filter((field) => isOther[field]);
      if (forbidden.length > 0 && !actor.administrator)
        return no({ kind: 'invalid', fields: Object.fromEntries(forbidden.map((field) => [field, forAdministrators])) });
      const isMail = (await crawlerSetup(tx, task.row.crawlerId))?.kind === 'mail';
      if (isOther.trustedForwarders && forwarders.length > 0 && !isMail)
        return no({ kind: 'invalid', fields: { trustedForwarders: 'This task takes no emails. Leave it blank.' } });
      const settings = settingsWithScope(task.settings, scope, { managed, forwarders });
      write({ collection: 'task', row: task.row, extra: { settings } });
      const after = shownOf({ ...task, settings });
      return done(after, { object: ['task', id], changed: changesBetween(before, after), facts: { name: task.row.name } });
    },
  ),
];

const shownOf = ({ settings }: Stored<'task'>) => ({
  ...scopeOf(settings),
  isAccountCredentialManaged: isManaged(settings),
  trustedForwarders: [...forwardersOf(settings)],
});
