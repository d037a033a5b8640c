import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { RecordList } from '#server/parsing/files/reply-options.ts';
import { type Collector, type CollectorTask, type CollectorTools, type CollectProblem, fileOfRecords } from './collector.ts';
import { FullEveryHours, fullOrChanges } from './full-or-changes.ts';
import { type LaborEdgeTokens, laborEdgeTokens } from './laboredge-tokens.ts';
import { failed, problemOfStatus } from './problems.ts';
import { repeatedPages } from './repeated-pages.ts';
import { sizeBudget } from './size-budget.ts';
import { askVendor, baseAddress, isHeaderText, recordsIn } from './vendor-call.ts';

const LaborEdgeSettings = z.object({
  fullEveryHours: FullEveryHours.default(0),
  /** Older installations give tokens at another path. */
  oldTokenPath: z.boolean().default(false),
});
type Settings = z.infer<typeof LaborEdgeSettings>;
type Answer<T> = Promise<Result<T, CollectProblem>>;

/** Most rows that the vendor gives at once. */
const rowsPerPage = 100;
const mostPages = 500;

/** Collects from the job search of LaborEdge Nexus. One job by its id: the vendor has no such call that is known. */
export const laborEdgeCollector: Collector<Settings> = {
  kind: 'laboredge',
  settings: LaborEdgeSettings,
  async check(task, tools) {
    const session = sessionOf(task, tools);
    if (!session.ok) return session;
    const token = await session.value.tokens.bearer();
    return token.ok ? ok(null) : token;
  },
  async pull(task, tools) {
    const session = sessionOf(task, tools);
    if (!session.ok) return session;
    const { since, marks } = fullOrChanges(task.marks, task.settings.fullEveryHours, tools.now());
    // Changes of any status: a job that closed is a change, too.
    const wanted = since
      ? { dateModifiedStart: since.toISOString(), dateModifiedEnd: tools.now().toISOString() }
      : { jobStatusCode: 'OPEN' };
    const found = await searchAll(session.value, wanted, task.customerId, tools);
    if (!found.ok) return found;
    const { records, whole } = found.value;
    if (since && records.length === 0) return ok({ kind: 'unchanged' });
    return ok({ kind: 'file', bytes: await fileOfRecords(records), complete: whole && since === null, marks });
  },
};

type Session = { readonly searchUrl: string; readonly tokens: LaborEdgeTokens };
const needed = { username: 'user name', password: 'password', orgKey: 'organization code', secretKey: 'client key' } as const;

function sessionOf({ credentials, settings }: CollectorTask<Settings>, tools: CollectorTools): Result<Session, CollectProblem> {
  const base = baseAddress(credentials, 'https://api-nexus.laboredge.com');
  if (!base.ok) return base;
  const missing = (Object.keys(needed) as (keyof typeof needed)[]).filter((name) => credentials[name] === '');
  if (missing.length > 0)
    return failed('setup', `LaborEdge asks for the ${missing.map((name) => needed[name]).join(', the ')}. Enter it in the task.`);
  if (!isHeaderText(credentials.secretKey) && !credentials.secretKey.includes(':'))
    return failed('setup', 'The client key has characters that no key has. Copy it from the vendor again.');
  const tokenUrl = `${base.value}${settings.oldTokenPath ? '/api/secured/oauth/token' : '/auth/oauth2/token'}`;
  return ok({
    searchUrl: `${base.value}/api/job-service/v1/ats/external/jobs/search`,
    tokens: laborEdgeTokens(tokenUrl, credentials, tools),
  });
}

/**
 * Reads all pages of a search. The list may move while it is read: a job may then come twice, which does no harm, or slip from one page
 * to an earlier one, which shows as another count than before, or as fewer jobs than are counted. Such a list is not whole.
 */
async function searchAll(
  session: Session,
  wanted: Readonly<Record<string, string>>,
  customerId: number,
  tools: CollectorTools,
): Answer<Pick<RecordList, 'records' | 'whole'>> {
  const found = new Map<string, Readonly<Record<string, string>>>();
  const seen = repeatedPages();
  const budget = sizeBudget();
  let whole = true;
  let counted: number | undefined;
  let start = 0;
  for (let page = 1; page <= mostPages; page += 1) {
    const reply = await search(session, { ...wanted, pagingDetails: { start, maxRowsToFetch: rowsPerPage } }, tools);
    if (!reply.ok) return reply;
    const read = await recordsIn(reply.value, { beside: ['count'] }, customerId);
    if (!read.ok) return read;
    const { records, beside } = read.value;
    if (seen.before(page, records) !== null)
      return failed('page_changed', `LaborEdge gives the same jobs again from row ${start + 1} on: its paging no longer works.`);
    const count = /^\d{1,9}$/.test(beside['count'] ?? '') ? Number(beside['count']) : Number.NaN;
    if (Number.isNaN(count) || (records.length > 0 && count < start + records.length))
      return failed('unreadable', 'LaborEdge does not say how many jobs it has, or fewer than it lists.');
    for (const [at, record] of records.entries()) found.set(record['id'] ?? `${start + at}`, record);
    const fits = budget.take(records.flatMap((record) => Object.values(record)));
    if (!fits.ok) return fits;
    counted ??= count;
    whole &&= read.value.whole && count === counted;
    await tools.progress(found.size, count);
    // A vendor may give fewer rows than were asked for.
    start += records.length;
    if (tools.most !== undefined && start >= tools.most && start < count)
      return ok({ records: [...found.values()], whole: false });
    if (start >= count || records.length === 0) return ok({ records: [...found.values()], whole: whole && found.size >= count });
  }
  return failed('unreadable', `LaborEdge lists its jobs on more than ${mostPages} pages.`);
}

/** One page of the search. A token that is no longer believed is replaced once. */
async function search({ searchUrl, tokens }: Session, body: object, tools: CollectorTools): Answer<SafeReply> {
  for (const next of [tokens.bearer, tokens.renew]) {
    const token = await next();
    if (!token.ok) return token;
    const reply = await askVendor(
      searchUrl,
      {
        // Its documents say GET, which it answers with 405.
        method: 'POST',
        redirects: 0,
        headers: { authorization: `Bearer ${token.value}`, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      },
      tools,
    );
    if (!reply.ok) return reply;
    if (reply.value.status === 401) continue;
    const problem = problemOfStatus(reply.value, tools.now());
    return problem ? no(problem) : reply;
  }
  return failed('sign_in', 'LaborEdge refuses the token that it has just given. Ask it whether this user may search jobs.');
}
