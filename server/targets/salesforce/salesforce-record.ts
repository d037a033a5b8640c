import { workTypeNames } from '#domain/fields/values.ts';
import { type DefaultIds, noDefaultIds, statusId, workTypeId } from '#domain/targets/settings/default-ids.ts';
import type { SentValues } from '../adapter/sent-values.ts';
import type { JobOrder } from '../adapter/target-adapter.ts';

const longestName = 80;

/** What an agency calls its columns, and its own values of work types and statuses. A blank column is the usual one, or none. */
export type SalesforceColumns = { readonly columns: Readonly<Record<ColumnName, string>>; readonly ids: DefaultIds };

const columnNames = [
  'degreeColumn',
  'specialtyColumn',
  'shiftColumn',
  'workTypeColumn',
  'jobStatusColumn',
  'sourceColumn',
  'sourceIdColumn',
] as const;
type ColumnName = (typeof columnNames)[number];

/** The columns among an agency's settings. */
export const columnsIn = (settings: Readonly<Record<string, unknown>>): SalesforceColumns['columns'] =>
  Object.fromEntries(
    columnNames.map((name) => [name, typeof settings[name] === 'string' ? settings[name] : '']),
  ) as SalesforceColumns['columns'];

const usualColumns: SalesforceColumns = { columns: columnsIn({}), ids: noDefaultIds };

/**
 * The values of a job in the agency's own object of Salesforce, which has no job orders. `Name` is Salesforce's own field; the
 * agency adds the others to its object (docs/operations.md lists them). Days are ISO dates; money is per hour.
 */
export function salesforceValues({ job, mapped }: JobOrder, { columns, ids }: SalesforceColumns = usualColumns): SentValues {
  const { facility, degree, specialty, shift } = mapped;
  return {
    Name: (job.title ?? ([degree?.name, specialty?.name].filter(Boolean).join(' ') || 'Job order')).slice(0, longestName),
    Client__c: facility?.extId ?? null,
    [columns.degreeColumn || 'Degree__c']: degree?.name ?? null,
    [columns.specialtyColumn || 'Specialty__c']: specialty?.name ?? null,
    [columns.shiftColumn || 'Shift__c']: shift?.name ?? job.shift,
    Start_Date__c: job.startDate,
    End_Date__c: job.endDate,
    Openings__c: job.positions ?? 1,
    Bill_Rate__c: job.billRate,
    Pay_Rate__c: job.payPerHour,
    Hours_Per_Week__c: job.hoursPerWeek,
    Description__c: job.description ?? job.note,
    City__c: job.city,
    State__c: job.state,
    [columns.sourceIdColumn || 'VMS_Job_ID__c']: job.providerJobId,
    Is_Open__c: job.status === 'Open',
    [columns.jobStatusColumn || 'Status__c']: statusId(job, ids) ?? job.status,
    ...(columns.workTypeColumn !== '' && {
      [columns.workTypeColumn]: workTypeId(job, ids) ?? workTypeNames[job.workType ?? 0] ?? null,
    }),
    ...(columns.sourceColumn !== '' && { [columns.sourceColumn]: job.source }),
  };
}
