import type { SentValues } from '../adapter/sent-values.ts';
import type { JobOrder } from '../adapter/target-adapter.ts';

/** The documented fields of a Crelate job that Jobdock fills, with the type of each. */
export const crelateFields: Readonly<Record<string, string>> = {
  ExternalPrimaryKey: 'Text',
  Name: 'Text',
  CompanyId: 'Id',
  JobTitleId: 'Id',
  NumberOfOpenings: 'Number',
  Description: 'Text',
  StartDate: 'Date',
  BillRate: 'Number',
  PayRate: 'Number',
  AddressBusiness_Line1: 'Text',
  AddressBusiness_City: 'Text',
  AddressBusiness_State: 'Text',
  AddressBusiness_ZipCode: 'Text',
  IsOnHold: 'Boolean',
};

/**
 * The values of a job in Crelate. They have ids alone: Crelate creates a company or a job title for a name without an id, and says
 * nothing of it. `IsOnHold` is the only documented field that takes a job out of work.
 */
export function crelateValues({ reference, job, mapped }: JobOrder): SentValues {
  const { facility, specialty, degree } = mapped;
  return {
    ExternalPrimaryKey: reference,
    Name: job.title ?? ([degree?.name, specialty?.name].filter(Boolean).join(' ') || 'Job order'),
    CompanyId: facility?.extId ?? null,
    JobTitleId: specialty?.extId ?? null,
    NumberOfOpenings: job.positions ?? 1,
    Description: job.description ?? job.note ?? '',
    StartDate: job.startDate,
    BillRate: job.billRate,
    PayRate: job.payPerHour,
    AddressBusiness_Line1: facility?.address ?? null,
    AddressBusiness_City: facility?.city ?? null,
    AddressBusiness_State: facility?.state ?? null,
    AddressBusiness_ZipCode: facility?.zip ?? null,
    IsOnHold: job.status !== 'Open',
  };
}
