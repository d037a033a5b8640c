import type { CommandName, CommandResult } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { readJobHistory } from '#contract/staging/job-history.ts';
import {
  cancelJobs,
  type FieldCode,
  fieldCodes,
  getPostData,
  hideJobs,
  holdJobs,
  openJobs,
  postToTarget,
  releaseJobs,
  removeManual,
  showJobs,
  updateManually,
} from '#contract/staging/staging.ts';
import { listChildren, listStaging } from '#contract/staging/staging-list.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import { zoneOf } from '#server/people/users/caller-zone.ts';
import { type CommandRefused, callCommand } from '../commands/call-command.ts';
import { runCommand } from '../commands/run-command.ts';
import { byCommand, onlyReads } from '../kit/http/audited.ts';
import { type Call, type Handler, handle } from '../kit/http/handle.ts';
import { row, rowOrAll } from '../kit/http/loaders.ts';
import { recreatePosts } from '../posting/recreate-posts.ts';
import { targetsOf } from '../targets/target-rows.ts';
import { jobHistory } from './staging-history.ts';
import { childJobs, stagedJobs } from './staging-list.ts';
import { jobsById, postVerdicts } from './staging-post-data.ts';

type OverIds = Extract<CommandName, `job.${'hold' | 'release' | 'hide' | 'show' | 'cancel' | 'reopen'}.v1`>;
type Answer = Result<CommandResult, CommandRefused>;

const overIds =
  (name: OverIds) =>
  async ({ cust, ids }: { cust: number; ids: number[] }, call: Call): Promise<Answer> => {
    const outcome = await callCommand(call, cust, name, { ids });
    return outcome.ok ? ok(outcome.value.result) : outcome;
  };

const target = row('target', 'targetId');
const byTarget = { audit: byCommand, load: { target } } as const;

export const stagingRoutes: Handler[] = [
  handle(
    listStaging,
    { audit: onlyReads, load: { target, source: rowOrAll('source', 'sourceId') } },
    async (args, { services, actor }, { target }) =>
      stagedJobs(services.db, args, { target: target.row, now: services.now(), zone: await zoneOf(services.db, actor) }),
  ),
  handle(listChildren, { load: { job: row('job', 'jobId') } }, async ({ cust }, { services: { db } }, { job }) => {
    const targets = await targetsOf(db, cust);
    const home = homeTarget(targets.map(({ row }) => row));
    const target = targets.find(({ row }) => row.id === home?.id) ?? targets[0];
    return ok(await childJobs(db, { cust, targetId: target?.row.id ?? 0, order: job.row }));
  }),
  handle(holdJobs, byTarget, overIds('job.hold.v1')),
  handle(releaseJobs, byTarget, overIds('job.release.v1')),
  handle(hideJobs, byTarget, overIds('job.hide.v1')),
  handle(showJobs, byTarget, overIds('job.show.v1')),
  handle(cancelJobs, { audit: byCommand }, overIds('job.cancel.v1')),
  handle(openJobs, { audit: byCommand }, overIds('job.reopen.v1')),
  handle(updateManually, { audit: byCommand }, async ({ cust, fieldCode, id, ...values }, call) => {
    const field = fieldCodes[Number(fieldCode) as FieldCode];
    const value = values[field];
    if (value === undefined) return no({ kind: 'invalid', fields: { [field]: 'Send the value that is to be set' } });
    // The compiler cannot see that field and value belong together.
    const outcome = await callCommand(call, cust, 'job.edit.v1', { id, field, value } as never);
    return outcome.ok ? ok(outcome.value.result) : outcome;
  }),
  handle(removeManual, { audit: byCommand }, async ({ cust, fieldCode, id }, call) => {
    const field = fieldCodes[Number(fieldCode) as FieldCode];
    const outcome = await callCommand(call, cust, 'job.unlock.v1', { id, field });
    return outcome.ok ? ok(outcome.value.result) : outcome;
  }),
  handle(postToTarget, byTarget, async ({ cust, targetId, recreate, ids }, call) => {
    const outcome = await callCommand(call, cust, 'job.post.v1', { ids, targetId }, recreate === 1 ? recreatePosts : runCommand);
    return outcome.ok ? ok(await postLines(call, cust, targetId, outcome.value.result)) : outcome;
  }),
  handle(getPostData, { audit: onlyReads, load: { target } }, async ({ cust, targetId, ids }, { services }) => {
    const verdicts = await postVerdicts(services.db, cust, targetId, ids, services.now());
    return verdicts === null ? no(absent('target', targetId)) : ok(verdicts);
  }),
  handle(readJobHistory, async ({ cust, jobId }, { services }) => {
    const lines = await jobHistory(services.db, cust, jobId);
    return lines === null ? no(absent('job', jobId)) : ok(lines);
  }),
];

/** The documented response: the queued jobs (or why there are none), then the jobs that are already in the target. */
async function postLines({ services }: Call, cust: number, targetId: number, result: CommandResult): Promise<string[]> {
  const jobs = await jobsById(services.db, cust, result.done);
  const queued: number[] = [];
  const there: string[] = [];
  for (const job of jobs.values()) {
    const receipt = receiptFor(job, targetId);
    if (receipt?.state === 'done') there.push(`x|${job.id}|${receipt.externalId ?? ''}`);
    else queued.push(job.id);
  }
  const refused = result.refused[0]?.message ?? 'Every chosen job is in the target already.';
  return [queued.length > 0 ? `jobsAddedToQueue|${queued.join(',')}` : refused, ...there];
}
