import { no, ok, type Result } from '#contract/kit/result.ts';
import { isOfAllCustomers } from '#domain/reports/kit/whose.ts';
import { type ReportMail, reportMail } from '#domain/reports/schedules/report-mail.ts';
import { isSendable, notSendable } from '#domain/reports/schedules/sendable.ts';
import { timingWords } from '#domain/reports/schedules/timing.ts';
import { viewAddress } from '#domain/reports/view-address.ts';
import { mostExcelRows } from '#domain/sheet/sheet-data.ts';
import type { Handler, Services } from '#server/kit/http/handle.ts';
import type { Mail } from '#server/kit/lib/mail.ts';
import { mostMailBytes } from '#server/kit/lib/mail-content.ts';
import { nameOfCustomer } from '#server/people/customers/customer-name.ts';
import { timingOf } from '#server/runs/due/due-runs.ts';
import { clockOf } from '#server/runs/due/late-words.ts';
import { visibleConfiguration } from '../configurations/visible-configurations.ts';
import { callOfPerson, type Person } from '../data/person-call.ts';
import { readSavedData } from '../data/saved-data.ts';
import { makeReportFile } from '../files/report-file.ts';
import { mailCell } from './mail-cells.ts';
import type { ScheduleRow } from './schedule-rows.ts';

/** A schedule that is stored, or that someone tries before saving it (id 0). */
export type Plan = Pick<
  ScheduleRow,
  'customer_id' | 'id' | 'configuration_id' | 'owner_id' | 'frequency' | 'days' | 'day' | 'on_time' | 'file'
>;

type Attachment = NonNullable<Mail['attachments']>[number];

/** A report that is ready to be sent: its mail, for a reader with or without a page to stop them, and its file if it fits. */
export type Prepared = {
  readonly owner: Person;
  readonly name: string;
  readonly total: number;
  readonly zone: string;
  readonly file: Attachment | null;
  readonly mail: (stop: string | null) => ReturnType<typeof reportMail>;
};

/** Why a schedule cannot send: a sentence for its owner. */
type Lost = { readonly words: string };

/** Reads a schedule's report with the rights that its owner has now. Throws for a temporary error. */
export type Prepare = (plan: Plan, signal: AbortSignal) => Promise<Result<Prepared, Lost>>;

/** Largest file that a mail carries, in bytes, beside its HTML. A larger one stays behind the report's link. */
const mostFileBytes = mostMailBytes - 100_000;
/** Rows that the mail shows; the composer shows fewer. */
const cellRows = 20;

/** Prepares reports with the calls of the service. */
export const prepareWith =
  (services: Services, handlers: readonly Handler[]): Prepare =>
  async (plan, signal) => {
    const { customer_id: cust, owner_id: userId } = plan;
    const asked = await callOfPerson(services, { customerId: cust, userId, signal });
    if (!asked) return lost('Its owner no longer works at this customer.');
    const { call, person } = asked;
    const view = await visibleConfiguration(call.services.db, cust, userId, plan.configuration_id);
    if (!view) return lost('Its view was removed, or is no longer shared with you.');
    if (!isSendable(view)) return lost(notSendable);
    const data = await readSavedData(view, { cust, call, handlers });
    if (!data.ok) return lost(wordsOf(data.error, person.name));
    const { report, columns, rows, zone, skipped } = data.value;
    const customer = await nameOfCustomer(call.services.db, cust);
    const at = services.now();
    const source = { data: data.value, view, customer, person: person.name, at };
    const made = await makeReportFile(plan.file, source);
    const fits = made.content.byteLength <= mostFileBytes;
    const url = (path: string) => new URL(path, services.config.publicUrl).href;
    const content: Omit<ReportMail, 'links'> = {
      name: view.name,
      report: report.title,
      customer: customer,
      isNarrowed: call.actor.administrator && isOfAllCustomers(report, view.body.query),
      labels: columns.map(({ label }) => label),
      cells: rows.slice(0, cellRows).map((row) => columns.map((column) => mailCell(column, row[column.key], zone))),
      total: rows.length,
      readAt: `${clockOf(at, zone)} (${zone.replaceAll('_', ' ')})`,
      timing: timingWords(timingOf(plan)),
      owner: person.name,
      skipped,
      file: fits
        ? { name: made.name, rows: plan.file === 'xlsx' ? Math.min(rows.length, mostExcelRows) : rows.length }
        : { missing: 'Its file is larger than 5 MB, so it is not attached. Export it from the report.' },
    };
    return ok({
      owner: person,
      name: view.name,
      total: rows.length,
      zone,
      file: fits ? made : null,
      mail: (stop) =>
        reportMail({
          ...content,
          links: {
            report: url(viewAddress(view)?.path ?? report.path),
            schedule: url(plan.id === 0 ? '/report_myreports' : `/report_myreports?schedule=${plan.id}`),
            stop,
          },
        }),
    });
  };

const lost = (words: string): Result<never, Lost> => no({ words });

function wordsOf(error: Refused, owner: string): string {
  if (error.kind === 'forbidden') return `${owner} may no longer read this report.`;
  if (error.kind === 'not_found') return 'Its report no longer exists.';
  return Object.values(error.fields)[0] ?? 'Its report cannot be answered.';
}
type Refused = Extract<Awaited<ReturnType<typeof readSavedData>>, { ok: false }>['error'];
