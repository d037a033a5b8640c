import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { reportDataIssues, reportTaskAudit, reportTaskErrors } from '#contract/reports/collecting-reports.ts';
import { listCustomerRisk } from '#contract/reports/customer-risk.ts';
import { listCustomerTargets } from '#contract/reports/customer-targets.ts';
import { reportContacts, reportLogins } from '#contract/reports/people-reports.ts';
import { mostReportRows } from '#contract/reports/report-lists.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { listServiceItems } from '#contract/system/service-items.ts';
import { personStateNames } from '#domain/people/person-state-names.ts';
import { issueKinds, wholeRow } from '#domain/reports/collecting/data-issues.ts';
import type { Report } from '#domain/reports/kit/report.ts';
import { readDays } from '#domain/reports/kit/report-filter.ts';
import { type ReportId, reportIds } from '#domain/reports/kit/report-ids.ts';
import { readFilters } from '#domain/reports/kit/saved-filters.ts';
import { riskLines } from '#domain/reports/people/customer-reports.ts';
import { loginOutcomes } from '#domain/reports/people/people-reports.ts';
import { serviceItemLines } from '#domain/reports/people/service-items.ts';
import { targetReportLines } from '#domain/reports/posting/target-report.ts';
import { may } from '#domain/rights/may.ts';
import { taskStateNames } from '#domain/tasks/task-state-names.ts';
import { allCustomers } from '#server/kit/http/customer-access.ts';
import type { Call, Handler } from '#server/kit/http/handle.ts';

/** One row of any report, by the keys of its columns. */
export type Line = Readonly<Record<string, unknown>>;

/** Who asks for which customer, every call of the service, and the customer's names of fields. */
type Asked = {
  readonly cust: number;
  readonly call: Call;
  readonly handlers: readonly Handler[];
  readonly nameOf: (field: string) => string;
  /** Asks for the rows of all customers, as the pages of reports do for an administrator. */
  readonly isOfAll?: boolean;
  readonly more?: MorePages;
};
/** Asks on after the first page of a call, for at most as many rows as this. `read` gets the counts after each page. */
export type MorePages = { readonly most: number; readonly read: (rows: number, total: number) => Promise<void> };
type Answer = Result<readonly Line[], { kind: 'invalid'; fields: Record<string, string> } | { kind: 'forbidden'; needs: string }>;

/** The rows of a call. */
type Rows<E extends Endpoint> = ReplyOf<E> extends { readonly rows: infer R } ? R : ReplyOf<E>;
type LinesOf = (rows: readonly never[], asked: Asked) => readonly Line[];
const lines = <E extends Endpoint>(_call: E, make: (rows: Rows<E>, asked: Asked) => readonly Line[]): LinesOf => make as LinesOf;

/** How rows of calls become lines of their report, where they lack columns: the same words as on the screens. */
const linesOf: { readonly [id in ReportId]?: LinesOf } = {
  [reportIds.customerTargets]: lines(listCustomerTargets, (rows, { cust, nameOf }) => targetReportLines(rows, cust, nameOf)),
  [reportIds.taskErrors]: lines(reportTaskErrors, (rows) =>
    rows.map((row) => ({ ...row, errorName: row.error === null ? '' : collectErrors[row.error].name })),
  ),
  [reportIds.taskAudit]: lines(reportTaskAudit, (rows) => rows.map((row) => ({ ...row, stateName: taskStateNames[row.state] }))),
  [reportIds.dataIssues]: lines(reportDataIssues, (rows, { nameOf }) =>
    rows.map((row) => ({
      ...row,
      kindName: issueKinds[row.kind],
      fieldName: row.field === 'row' ? wholeRow : nameOf(row.field),
    })),
  ),
  [reportIds.loginHistory]: lines(reportLogins, (rows) =>
    rows.map((row) => ({ ...row, outcomeName: loginOutcomes[row.outcome] })),
  ),
  [reportIds.customerContacts]: lines(reportContacts, (rows) =>
    rows.map((row) => ({ ...row, stateName: personStateNames[row.state] })),
  ),
  [reportIds.customerRisk]: lines(listCustomerRisk, riskLines),
  [reportIds.serviceItems]: lines(listServiceItems, serviceItemLines),
};

/**
 * Every row of a report, before its saved filters that the rows decide. A report that the service answers is asked by its own call,
 * with the saved filters that this call takes.
 */
export async function answerReport(report: Report<Line>, body: Pick<ConfigurationBody, 'query'>, asked: Asked): Promise<Answer> {
  if (report.answeredBy === 'device') throw new Error(`no call answers the report “${report.title}”`);
  const handler = asked.handlers.find(({ endpoint }) => endpoint.route === report.call);
  if (!handler) throw new Error(`no handler answers ${report.call}`);
  const { needs } = handler.endpoint;
  if (!may(asked.call.actor, needs)) return no({ kind: 'forbidden', needs });
  const args = argsOf(report, handler, body);
  if (!args.success) return refused(`The filters of this view no longer fit the report “${report.title}”. Save it again.`);
  const rows = await rowsOf(handler, args.data, asked);
  if (rows === null)
    return refused(`The report “${report.title}” cannot be answered with the filters of this view. Save it again.`);
  return ok(linesOf[report.id]?.(rows as readonly never[], asked) ?? rows);
}

/** The rows of a call, page by page if more than one is wanted. Null if it refuses. */
async function rowsOf(
  { run, endpoint }: Handler,
  args: Readonly<Record<string, unknown>>,
  { cust, isOfAll, call, more }: Asked,
): Promise<readonly Line[] | null> {
  // A call without a customer is always about all of them, and its handler would refuse one.
  const asked = { ...args, ...('cust' in endpoint.args.shape && { cust: isOfAll ? allCustomers : cust }) };
  const rows: Line[] = [];
  for (let page = 1; ; page++) {
    call.signal.throwIfAborted();
    const reply = await run({ ...asked, ...(page > 1 && { page }) } as never, call as never);
    if (!reply.ok) return null;
    // Some documented calls answer with the rows alone.
    const value = reply.value as readonly Line[] | { readonly rows: readonly Line[]; readonly total?: number };
    if (!('rows' in value)) return value;
    const { total = value.rows.length } = value;
    for (const row of value.rows) rows.push(row);
    if (more) await more.read(rows.length, total);
    const isLast = value.rows.length < mostReportRows || rows.length >= total || !('page' in endpoint.args.shape);
    if (!more || isLast || rows.length >= more.most) return rows;
  }
}

const refused = (sentence: string): Answer => no({ kind: 'invalid', fields: { reportId: sentence } });

/** What the report's call is asked for: as many rows as it gives at once, and the saved filters that it knows by their names. */
function argsOf(report: Report<Line>, { endpoint: { args } }: Handler, { query }: Pick<ConfigurationBody, 'query'>) {
  const known = new Set(Object.keys(args.shape));
  const saved = readFilters(query).filter(({ name }) => report.filters.some((one) => one.name === name));
  const filters = saved.filter(({ name }) => known.has(name));
  const days = known.has('from') ? readDays(saved.find(({ name }) => name === 'days')?.value ?? '') : null;
  return args.safeParse({
    cust: 'me',
    ...(known.has('pageSize') && { pageSize: mostReportRows }),
    ...(days?.from && { from: days.from }),
    ...(days?.to && { to: days.to }),
    ...Object.fromEntries(filters.map(({ name, value }) => [name, value])),
  });
}
