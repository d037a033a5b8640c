import type { JobOrder } from '../adapter/target-adapter.ts';

/** The agency's own ids that every job order needs and that Jobdock cannot know. */
export type BullhornDefaults = { readonly ownerId: number; readonly contactId: number };

const employmentTypes = { 1: 'Contract', 2: 'Direct Hire', 3: 'Per Diem' } as const;
/** The documented reason for a job that its source withdrew; otherwise the vendor's own status. */
const reasonsClosed = {
  Open: null,
  Cancelled: 'Cancelled by source',
  Filled: 'Filled',
  Closed: 'Closed',
  'On Hold': 'On Hold',
} as const;
const unitedStates = 1;

/** Local days are sent as the epoch milliseconds of noon UTC, so that no time zone shows the day before. */
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
/** Bullhorn refuses texts that are longer than the documented length. */
const short = (text: string | null): string | null => (text === null ? null : text.slice(0, 100));

/**
 * The body of `PUT entity/JobOrder` for one job: required fields and fields that follow the job. It has no to-many fields,
 * because Bullhorn refuses them here.
 */
export function jobOrderBody(order: JobOrder, defaults: BullhornDefaults): Record<string, unknown> {
  const body = {
    externalID: order.reference,
    clientContact: { id: defaults.contactId },
    owner: { id: defaults.ownerId },
    dateAdded: Date.parse(order.job.firstSeenAt),
    onSite: 'On-Site',
    willRelocateInt: 0,
    status: 'Accepting Candidates',
    isDeleted: false,
    ...jobOrderValues(order),
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** The fields of a job order that follow its job, null if empty. Money is per hour; `durationWeeks` may be a fraction. */
export function jobOrderValues({ job, mapped }: JobOrder): Record<string, unknown> {
  const { facility } = mapped;
  return {
    title: short(job.title ?? ([mapped.degree?.name, mapped.specialty?.name].filter(Boolean).join(' ') || 'Job order')),
    clientCorporation: facility ? { id: Number(facility.extId) } : null,
    startDate: job.startDate ? noon(job.startDate) : Date.parse(job.firstSeenAt),
    dateEnd: job.endDate ? noon(job.endDate) : null,
    employmentType: employmentTypes[job.workType],
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
    customText1: short(mapped.shift?.name ?? job.shift),
    customText2: short(job.providerJobId),
    isOpen: job.status === 'Open',
    reasonClosed: reasonsClosed[job.status],
  };
}
