import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { RecordList } from '#server/parsing/files/reply-options.ts';
import { type Collector, type CollectorTask, type CollectorTools, type CollectProblem, fileOfRecords } from './collector.ts';
import { FullEveryHours, fullOrChanges } from './full-or-changes.ts';
import { failed, problemOfStatus } from './problems.ts';
import { askVendor, baseAddress, callVendor, keyOf, recordsIn } from './vendor-call.ts';

const QueryName = z.string().trim().min(1).max(60);
const TrioSettings = z.object({
  /** A change of the number of open positions counts as no change at Trio: only the whole list has it. */
  fullEveryHours: FullEveryHours.default(24),
  /**
   * The call that lists closed jobs by dates, and its two parameters. Trio's public documents name the call but cut off its address, so
   * an administrator enters it from the vendor's own. Without it, closed jobs show when the whole list no longer has them.
   */
  closedJobs: z
    .object({
      path: z
        .string()
        .trim()
        .regex(/^[\w/-]{1,100}$/, 'Enter a path such as Job/Closed'),
      from: QueryName,
      to: QueryName,
    })
    .nullable()
    .default(null),
});
type TrioTask = CollectorTask<z.infer<typeof TrioSettings>>;

/** Collects from the API of Trio VMS, version 3. */
export const trioCollector: Collector<z.infer<typeof TrioSettings>> = {
  kind: 'trio',
  settings: TrioSettings,
  async check(task, tools) {
    const api = apiOf(task);
    if (!api.ok) return api;
    const reply = await callVendor(`${api.value.base}/Profession`, api.value.asked, tools);
    return reply.ok ? ok(null) : reply;
  },
  async pull(task, tools) {
    const now = tools.now();
    const { since, marks } = fullOrChanges(task.marks, task.settings.fullEveryHours, now);
    const open = await list(task, 'Job', since ? { modifiedDate: since.toISOString() } : {}, tools);
    if (!open.ok) return open;
    if (since === null)
      return ok({ kind: 'file', bytes: await fileOfRecords(open.value.records), complete: open.value.whole, marks });
    const { closedJobs } = task.settings;
    const dates = closedJobs && { [closedJobs.from]: since.toISOString(), [closedJobs.to]: now.toISOString() };
    const closed = closedJobs && dates ? await list(task, closedJobs.path, dates, tools) : null;
    if (closed && !closed.ok) return closed;
    const records = [...open.value.records, ...(closed?.value.records ?? [])];
    return ok(
      records.length === 0
        ? { kind: 'unchanged' }
        : { kind: 'file', bytes: await fileOfRecords(records), complete: false, marks },
    );
  },
  async pullOne(task, providerJobId, tools) {
    const api = apiOf(task);
    if (!api.ok) return api;
    const reply = await askVendor(`${api.value.base}/Job/${encodeURIComponent(providerJobId)}`, api.value.asked, tools);
    if (!reply.ok) return reply;
    if (reply.value.status === 404) return ok({ kind: 'gone' });
    const problem = problemOfStatus(reply.value, tools.now());
    if (problem) return no(problem);
    const one = await recordsIn(reply.value, { single: true }, task.customerId);
    return one.ok ? ok({ kind: 'file', bytes: await fileOfRecords(one.value.records), complete: false, marks: task.marks }) : one;
  },
};

const example = 'https://api.triovms.com/your-tenant';

type Api = { readonly base: string; readonly asked: { readonly headers: Record<string, string>; readonly redirects: 0 } };

/** How the API is called. A task may have its address with or without the version. */
function apiOf({ credentials }: TrioTask): Result<Api, CollectProblem> {
  const address = baseAddress(credentials, example);
  if (!address.ok) return address;
  const { pathname } = new URL(address.value);
  if (pathname === '/') return failed('setup', `The address must name the tenant: ${example}.`);
  const key = keyOf(credentials);
  if (!key.ok) return key;
  return ok({
    base: /\/api\/v3$/i.test(pathname) ? address.value : `${address.value}/api/v3`,
    // A key that follows a redirect may end up elsewhere.
    asked: { headers: { 'X-API-KEY': key.value, accept: 'application/json' }, redirects: 0 },
  });
}

async function list(
  task: TrioTask,
  path: string,
  query: Readonly<Record<string, string>>,
  tools: CollectorTools,
): Promise<Result<RecordList, CollectProblem>> {
  const api = apiOf(task);
  if (!api.ok) return api;
  const search = new URLSearchParams(query).toString();
  const reply = await callVendor(`${api.value.base}/${path}${search === '' ? '' : `?${search}`}`, api.value.asked, tools);
  if (!reply.ok) return no(reply.error);
  const records = await recordsIn(reply.value, {}, task.customerId);
  if (records.ok) await tools.progress(records.value.records.length, records.value.records.length);
  return records;
}
