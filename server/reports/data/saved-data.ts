import { no, ok, type Result } from '#contract/kit/result.ts';
import { mostFileRows } from '#contract/reports/report-files.ts';
import { type ConfigurationBody, type ReportConfigurationRow, reportBase } from '#contract/rows/report-rows.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { baseOf, viewLabels } from '#domain/job-list/staging-views.ts';
import { tooManyRows } from '#domain/reports/files/file-words.ts';
import { stagingColumns, stagingReport } from '#domain/reports/jobs/staging-list.ts';
import { type AnyReport, type NameOf, namedReport, type Report, type ReportColumnType } from '#domain/reports/kit/report.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { readFilters, type SavedFilter } from '#domain/reports/kit/saved-filters.ts';
import { savedReport, savedRows } from '#domain/reports/kit/saved-report.ts';
import { reports } from '#domain/reports/reports.ts';
import { may } from '#domain/rights/may.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Call, Handler } from '#server/kit/http/handle.ts';
import { zoneOfCustomer } from '#server/people/customers/customer-zone.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { namesAt } from '#server/people/labels/read-labels.ts';
import { jobQuestion } from '../jobs/job-question.ts';
import { readJobList } from '../jobs/read-job-list.ts';
import { answerReport, type Line, type MorePages } from './report-answers.ts';
import { storedRows } from './stored-rows.ts';

/** A column as a saved view shows it, under the customer's names of fields. */
export type DataColumn = { readonly key: string; readonly label: string; readonly type: ReportColumnType };

/** The rows of a report as a saved view shows them, all of them, and the columns and filters that no longer exist. */
export type SavedData = {
  readonly report: Report<Line>;
  readonly columns: readonly DataColumn[];
  readonly skipped: readonly string[];
  readonly rows: readonly Line[];
  /** What the view asks for, in words. */
  readonly filters: readonly string[];
  readonly search: string;
  /** The zone of the customer, in which days are counted. */
  readonly zone: string;
};

type Refused =
  | { kind: 'invalid'; fields: Record<string, string> }
  | { kind: 'forbidden'; needs: string }
  | { kind: 'not_found'; what: string };

type Reader = {
  readonly cust: number;
  readonly call: Call;
  readonly handlers: readonly Handler[];
  /**
   * Reads it as the page of the report shows it: on the clock of `zone`, every page of its rows, and for an administrator those of all
   * customers where the page shows these. Left out, it is the first page, of the customer alone, on its clock.
   */
  readonly like?: { readonly zone: string; readonly isOfAll: boolean; readonly more: MorePages };
};

type Saved = Pick<ReportConfigurationRow, 'reportId' | 'body'>;

/**
 * Reads a report with a saved view, with the rights of the person whose call it is. `handlers` are those of all other calls: a report that
 * the service answers is answered by its own call, and one that devices answer from the rows that they have.
 */
export async function readSavedData(saved: Saved, reader: Reader): Promise<Result<SavedData, Refused>> {
  const plain = reportOf(saved);
  if (!plain) return no({ kind: 'not_found', what: `There is no report with the number ${saved.reportId}.` });
  const { cust, call, like } = reader;
  const { db } = call.services;
  const missing = [plain.audience, ...(plain.id === reportIds.jobs ? (['staging.read'] as const) : [])].find(
    (needs) => !may(call.actor, needs),
  );
  if (missing) return no({ kind: 'forbidden', needs: missing });
  const nameOf = await reportNames(db, cust);
  const report = namedReport(plain, nameOf);
  const zone = like?.zone ?? (await zoneOfCustomer(db, cust));
  const read = report.id === reportIds.jobs ? jobRows : reportRows;
  const rows = await read(report, saved, { ...reader, nameOf, zone });
  if (!rows.ok) return rows;
  const { columns, skipped } = isOfStaging(saved)
    ? { columns: report.columns, skipped: stagingColumns(saved.body).gone }
    : savedReport(report, saved.body);
  return ok({
    report,
    columns: columns.map(({ key, label, type }) => ({ key, label, type })),
    skipped,
    ...rows.value,
    zone,
  });
}

const isOfStaging = ({ reportId, body }: Saved): boolean => reportId === reportIds.jobs && body.base !== reportBase;

/** The report of a saved view. A view of the staging grid is one whose columns are those of the view. */
function reportOf({ reportId, body }: Saved): Report<Line> | undefined {
  if (isOfStaging({ reportId, body })) return stagingReport(body) as AnyReport as Report<Line>;
  return reports.find(({ id }) => id === reportId) as Report<Line> | undefined;
}

type Rows = Pick<SavedData, 'rows' | 'filters' | 'search'>;
type RowReader = Reader & { readonly nameOf: NameOf; readonly zone: string };

async function reportRows(report: Report<Line>, { body }: Saved, reader: RowReader): Promise<Result<Rows, Refused>> {
  const { cust, call, handlers, nameOf, zone, like } = reader;
  const stored = report.answeredBy === 'device' ? await storedRows(report, body, { cust, call, zone }) : null;
  if (stored) {
    await like?.more.read(stored.length, stored.length);
    return ok({ rows: stored, ...askedIn(report, body, { source: await rowsOf(call.services.db, cust, 'source') }) });
  }
  const asked = { cust, call, handlers, nameOf, ...(like && { isOfAll: like.isOfAll, more: like.more }) };
  const answer = await answerReport(report, body, asked);
  if (!answer.ok) return answer;
  const rows = savedRows(report, body, answer.value, (instant) => dayIn(zone, new Date(instant)));
  return ok({ rows, ...askedIn(report, body) });
}

/** The jobs of a saved view of the jobs report or of the staging grid. */
async function jobRows(report: Report<Line>, saved: Saved, reader: RowReader): Promise<Result<Rows, Refused>> {
  const { cust, call, zone, like } = reader;
  const { db, now } = call.services;
  const targets = await rowsOf(db, cust, 'target');
  const at = { userId: call.actor.userId, now: now(), zone, targets };
  const question = jobQuestion(saved, at);
  if (!question.ok) return no(refusedView(question.error));
  const rows = await readJobList(db, {
    cust,
    question: question.value,
    targets,
    now: at.now,
    most: mostFileRows,
    read: async (found) => like?.more.read(found, found),
    signal: call.signal,
  });
  if (!rows) return no(refusedView(tooManyRows(mostFileRows)));
  if (isOfStaging(saved)) return ok({ rows, filters: [viewLabels[baseOf(saved.body)]], search: saved.body.query });
  const names = { source: await rowsOf(db, cust, 'source'), tid: targets };
  return ok({ rows, ...askedIn(report, saved.body, names) });
}

const refusedView = (sentence: string) => ({ kind: 'invalid', fields: { reportId: sentence } }) as const;

type Named = Readonly<Record<string, readonly { readonly id: number; readonly name: string }[]>>;

/** What a saved view of a report asks for, in words. `names` has the names of ids by filter. */
function askedIn(
  { filters }: Report<Line>,
  { query }: ConfigurationBody,
  names: Named = {},
): Pick<SavedData, 'filters' | 'search'> {
  const asked = readFilters(query);
  const inWords = ({ name, value }: SavedFilter): string => {
    const filter = filters.find((one) => one.name === name);
    const choice = filter?.kind === 'choice' ? filter.choices.find((one) => one.value === value) : undefined;
    const named = names[name]?.find(({ id }) => String(id) === value);
    return `${filter?.label ?? name}: ${choice?.label ?? named?.name ?? value}`;
  };
  return {
    filters: asked.filter(({ name }) => name !== 'q').map(inWords),
    search: asked.find(({ name }) => name === 'q')?.value ?? '',
  };
}

/** The customer's names of job fields by their keys, or as the catalog has them. */
async function reportNames(db: Db, customerId: number): Promise<NameOf> {
  const { labels } = await namesAt(db, customerId);
  return (key, otherwise) => labels(key)?.one ?? otherwise ?? fieldKeyed(key)?.label ?? key;
}
