import type { CommandArgs, CommandName, CommandResult } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { acceptAutoMap, mapTypes, markUnique, saveMapping, unbindJobs } from '#contract/mapping/values.ts';
import { type CommandRefused, callCommand } from '#server/commands/call-command.ts';
import { byCommand } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { jobsMovedBy } from './moved-jobs.ts';

const none = '-1';

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
  handle(saveMapping, { audit: byCommand }, async ({ cust, type, jobId, chosenId, valueId, certainty }, call) => {
    const mappedId = chosenId === none ? null : chosenId;
    if (jobId > 0) {
      const done = await run(call, cust, 'job.map.v1', { id: jobId, kind: mapTypes[type], mappedId });
      return done.ok ? ok({ ...done.value, jobs: done.value.done.length }) : done;
    }
    if (valueId === undefined) return no({ kind: 'invalid', fields: { valueId: 'Send the mapping row, or name a job' } });
    const done = await run(call, cust, 'value.map.v1', { ids: [valueId], mappedId, certainty: certainty ?? null });
    return done.ok ? ok({ ...done.value, jobs: (await jobsMovedBy(call.services.db, cust, done.value.done)).jobs }) : done;
  }),
  handle(acceptAutoMap, { audit: byCommand }, ({ cust, ids }, call) => run(call, cust, 'value.accept.v1', { ids })),
  handle(markUnique, { audit: byCommand }, ({ cust, ids }, call) => run(call, cust, 'value.unique.v1', { ids, unique: true })),
  handle(unbindJobs, { audit: byCommand }, ({ cust, ids }, call) => run(call, cust, 'job.clearOverrides.v1', { ids })),
];
