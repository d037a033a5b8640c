import type { JobOrder } from '#server/targets/adapter/target-adapter.ts';

const employmentTypes = { 1: 'Contract', 2: 'Direct Hire', 3: 'Per Diem' } as const;
const reasonsClosed = {
  Open: null,
  Cancelled: 'Cancelled by source',
  Filled: 'Filled',
  Closed: 'Closed',
  'On Hold': 'On Hold',
} as const;
const unitedStates = 1;

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const short = (text: string | null): string | null => (text === null ? null : text.slice(0, 100));

/** The peer: the values of a Bullhorn job order as hand-written code gives them, for the fields of the default lines. */
export function fixedValues({ job, mapped }: Pick<JobOrder, 'job' | 'mapped'>): Record<string, unknown> {
  const { facility, degree, specialty, shift } = mapped;
  return {
    title: short(job.title ?? ([degree?.name, specialty?.name].filter(Boolean).join(' ') || 'Job order')),
    clientCorporation: facility ? { id: Number(facility.extId) } : null,
    startDate: job.startDate ? noon(job.startDate) : Date.parse(job.firstSeenAt),
    dateEnd: job.endDate ? noon(job.endDate) : null,
    employmentType: job.workType === null ? null : employmentTypes[job.workType],
    numOpenings: job.positions ?? 1,
    description: job.description ?? job.note ?? '',
    durationWeeks: job.durationDays === null ? null : job.durationDays / 7,
    hoursPerWeek: job.hoursPerWeek,
    clientBillRate: job.billRate,
    payRate: job.payPerHour,
    salaryUnit: 'Per Hour',
    source: short(job.source),
    address: facility
      ? { address1: facility.address, city: facility.city, state: facility.state, zip: facility.zip, countryID: unitedStates }
      : null,
    customText1: short(shift?.name ?? job.shift),
    customText2: short(job.providerJobId),
    isOpen: job.status === 'Open',
    reasonClosed: reasonsClosed[job.status],
  };
}
