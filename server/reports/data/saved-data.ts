import { no, ok, type Result } from '#contract/kit/result.ts';
import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { labelOf, type Report, type ReportColumnType } from '#domain/reports/kit/report.ts';
import { savedReport, savedRows } from '#domain/reports/kit/saved-report.ts';
import { reports } from '#domain/reports/reports.ts';
import { may } from '#domain/rights/may.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Call, Handler } from '#server/kit/http/handle.ts';
import { zoneOfCustomer } from '#server/people/customers/customer-zone.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { labelsOf } from '#server/rules/ruling/read-rules.ts';
import { answerReport, type Line, type MorePages } from './report-answers.ts';

/** A column as a saved view shows it, under the customer's names of fields. */
export type DataColumn = { readonly key: string; readonly label: string; readonly type: ReportColumnType };

/** The rows of a report as a saved view shows them, all of them, and the columns and filters that no longer exist. */
export type SavedData = {
  readonly report: Report<Line>;
  readonly columns: readonly DataColumn[];
  readonly skipped: readonly string[];
  readonly rows: readonly Line[];
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

/**
 * Reads a report with a saved view, with the rights of the person whose call it is. `handlers` are those of all other calls: a report that
 * the service answers is answered by its own call. Refused for a report whose rows only devices put together.
 */
export async function readSavedData(
  saved: Pick<ReportConfigurationRow, 'reportId' | 'body'>,
  { cust, call, handlers, like }: Reader,
): Promise<Result<SavedData, Refused>> {
  const report = reports.find(({ id }) => id === saved.reportId) as Report<Line> | undefined;
  if (!report) return no({ kind: 'not_found', what: `There is no report with the number ${saved.reportId}.` });
  if (!may(call.actor, report.audience)) return no({ kind: 'forbidden', needs: report.audience });
  const { db } = call.services;
  const nameOf = await namesAt(db, cust);
  const answer = await answerReport(report, saved.body, {
    cust,
    call,
    handlers,
    nameOf,
    ...(like && { isOfAll: like.isOfAll, more: like.more }),
  });
  if (!answer.ok) return answer;
  const zone = like?.zone ?? (await zoneOfCustomer(db, cust));
  const { columns, skipped } = savedReport(report, saved.body);
  return ok({
    report,
    columns: columns.map(({ key, label, type }) => ({ key, label: labelOf(label, nameOf), type })),
    skipped,
    rows: savedRows(report, saved.body, answer.value, (instant) => dayIn(zone, new Date(instant))),
    zone,
  });
}

/** The customer's names of job fields by their keys. */
async function namesAt(db: Db, customerId: number): Promise<(field: string) => string> {
  const labels = await labelsOf(db, customerId);
  return (key) => {
    const field = fieldKeyed(key);
    return field ? labels(field.id) : key;
  };
}
