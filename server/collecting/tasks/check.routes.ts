import { checkCredentials } from '#contract/collecting/tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { collectorOf } from '../runs/collectors.ts';
import { checkWith, lookMs } from '../runs/file-now.ts';
import { settingsOf } from '../runs/task-state.ts';
import { beforeSave } from './credentials.routes.ts';
import { planSave } from './plan-save.ts';

export const taskCheckRoutes: Handler[] = [
  handle(
    checkCredentials,
    { audit: onlyReads, load: { task: row('task', 'id', { orNew: true }) } },
    async (args, { services, actor }, { task }) => {
      const { cust } = args;
      const before = await services.db
        .transaction()
        .execute((tx) => beforeSave(tx, services, { args, customerId: cust, task, actor }));
      if (!before) return no({ kind: 'invalid', fields: { crawlerId: 'Choose a crawler of the list.' } });
      const plan = planSave(args, before);
      if (!plan.ok) return no({ kind: 'invalid', fields: plan.error });
      const collector = collectorOf(before.crawler.kind);
      if (!collector) return no({ kind: 'invalid', fields: { crawlerId: messages.notImplemented } });
      const settings = settingsOf(before.crawler, task?.settings ?? {});
      if (!collector.settings.safeParse(settings).success)
        return no({
          kind: 'invalid',
          fields: { crawlerId: 'This crawler is not set up yet. Ask an administrator to finish its recipe.' },
        });
      const signingIn = { collector, settings, credentials: plan.value.effective };
      const look = { customerId: cust, taskId: args.id, signal: AbortSignal.timeout(lookMs) };
      const problem = await checkWith(collectPorts(services), look, signingIn);
      if (problem?.kind === 'no_such_call') return no({ kind: 'invalid', fields: { crawlerId: messages.notImplemented } });
      return ok(problem?.words ?? '');
    },
  ),
];
