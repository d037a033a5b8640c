import type { CommandArgs, CommandName, CommandResult } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { acceptAutoMap, mapTypes, markUnique, saveMapping, unbindJobs } from '#contract/mapping/values.ts';
import { type CommandRefused, callCommand } from '#server/commands/call-command.ts';
import { listsValue } from '#server/commands/lists-value.ts';
import { byCommand } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { row, rowOrAll } from '#server/kit/http/loaders.ts';
import { jobsMovedBy } from './moved-jobs.ts';
import { strayValue } from './stray-value.ts';

const none = '-1';
const target = row('target', 'targetId');
const byTarget = { audit: byCommand, load: { target } } as const;
const saving = { audit: byCommand, load: { target, job: rowOrAll('job', 'jobId') } } as const;

async function run<N extends CommandName>(
  call: Call,
  cust: number,
  name: N,
  args: CommandArgs<N>,
): Promise<Result<CommandResult, CommandRefused>> {
  const outcome = await callCommand(call, cust, name, args);
  return outcome.ok ? ok(outcome.value.result) : outcome;
}

export const mappingCommandRoutes: Handler[] = [
  handle(saveMapping, saving, async ({ cust, targetId, type, jobId, chosenId, valueId, certainty }, call) => {
    const { db } = call.services;
    const kind = mapTypes[type];
    if (jobId === 0 && valueId === undefined)
      return no({ kind: 'invalid', fields: { valueId: 'Send the mapping row, or name a job' } });
    const ids = jobId === 0 && valueId !== undefined ? [valueId] : [];
    const stray = await strayValue(db, { customerId: cust, targetId, kind }, ids);
    if (stray) return no(stray);
    const mappedId = chosenId === none ? null : chosenId;
    if (mappedId !== null && !(await listsValue(db, cust, { targetId, kind, extId: mappedId })))
      return no({ kind: 'invalid', fields: { chosenId: `Target ${targetId} lists no ${kind} with the id ${mappedId}.` } });
    if (jobId > 0) {
      const done = await run(call, cust, 'job.map.v1', { id: jobId, kind, mappedId });
      return done.ok ? ok({ ...done.value, jobs: done.value.done.length }) : done;
    }
    const done = await run(call, cust, 'value.map.v1', { ids, mappedId, certainty: certainty ?? null });
    return done.ok ? ok({ ...done.value, jobs: (await jobsMovedBy(db, cust, done.value.done)).jobs }) : done;
  }),
  handle(acceptAutoMap, byTarget, async ({ cust, targetId, type, ids }, call) => {
    const stray = await strayValue(call.services.db, { customerId: cust, targetId, kind: mapTypes[type] }, ids);
    return stray ? no(stray) : run(call, cust, 'value.accept.v1', { ids });
  }),
  handle(markUnique, byTarget, async ({ cust, targetId, ids }, call) => {
    const stray = await strayValue(call.services.db, { customerId: cust, targetId, kind: null }, ids);
    return stray ? no(stray) : run(call, cust, 'value.unique.v1', { ids, unique: true });
  }),
  handle(unbindJobs, byTarget, ({ cust, ids }, call) => run(call, cust, 'job.clearOverrides.v1', { ids })),
];
