import type { SentValues } from '../adapter/sent-values.ts';
import type { JobOrder } from '../adapter/target-adapter.ts';

const longestName = 80;

/**
 * The values of a job in the agency's own object of Salesforce, which has no job orders. `Name` is Salesforce's own field; the
 * agency adds the others to its object (docs/operations.md lists them). Days are ISO dates; money is per hour.
 */
export function salesforceValues({ job, mapped }: JobOrder): SentValues {
  const { facility, degree, specialty, shift } = mapped;
  return {
    Name: (job.title ?? ([degree?.name, specialty?.name].filter(Boolean).join(' ') || 'Job order')).slice(0, longestName),
    Client__c: facility?.extId ?? null,
    Degree__c: degree?.name ?? null,
    Specialty__c: specialty?.name ?? null,
    Shift__c: shift?.name ?? job.shift,
    Start_Date__c: job.startDate,
    End_Date__c: job.endDate,
    Openings__c: job.positions ?? 1,
    Bill_Rate__c: job.billRate,
    Pay_Rate__c: job.payPerHour,
    Hours_Per_Week__c: job.hoursPerWeek,
    Description__c: job.description ?? job.note,
    City__c: job.city,
    State__c: job.state,
    VMS_Job_ID__c: job.providerJobId,
    Is_Open__c: job.status === 'Open',
    Status__c: job.status,
  };
}
