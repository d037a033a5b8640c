import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrAll, PageNumber } from '../kit/ids.ts';
import { wireSorts } from '../kit/sorting.ts';
import { wire, wireValues } from '../kit/wire-names.ts';
import { jobValues } from '../rows/jobs.ts';

/** The grid requests 10 to 200 rows per page; this is the limit for callers that read all pages [edge case 36]. */
export const maxStagingPage = 1000;

const Text = z.string().nullable();
const Num = z.number().nullable();

/** A staged job as the documented list returns it. Rates are per hour, stipends per week. */
export const StagedJob = z.object({
  id: wire('ID', z.number()),
  providerJobId: wire('ProviderJobID', z.string()),
  source: wire('Source', z.string()),
  sourceId: wire('Source_ID', z.number()),
  targetId: wire('Target_ID', z.number()),
  title: wire('Title', Text),
  facility: wire('Facility', Text),
  address: wire('Address', Text),
  city: wire('City', Text),
  state: wire('State', Text),
  zip: wire('Zip', Text),
  degree: wire('Degree', Text),
  specialty: wire('ProviderSpecialty', Text),
  shift: wire('Shift', Text),
  status: wire('BasicStatus', z.string()),
  chgMap: wire('ChgMap', z.number()),
  externalJobId: wire('ExternalJobID', Text),
  billRate: wire('BillRate', Num),
  localRate: wire('LocalRate', Num),
  otRate: wire('OTRate', Num),
  minBillRate: Num,
  permFee: wire('PermFee', Num),
  feePercentage: wire('FeePercentage', Num),
  guaranteedHours: wire('GuaranteedHours', Num),
  hoursPerWeek: wire('HoursPerWeek', Num),
  daysPerWeek: Num,
  travelStipend: wire('TravelStipend', Num),
  mealStipend: wire('MealStipendW', Num),
  lodgingStipend: wire('LodgingStipendW', Num),
  currency: wire('CurrencyCode', z.string()),
  startDate: wire('StartDate', Text),
  endDate: wire('EndDate', Text),
  durationDays: wire('Duration', Num),
  durationWeeks: wire('DurationWks', Num),
  note: wire('Note', Text),
  description: wire('OriginalDescription', Text),
  coordinator: wire('Coordinator', Text),
  hiringManager: wire('HiringManager', Text),
  buyer: wire('Buyer', Text),
  winterPlanNeed: wire('WinterPlanNeed', z.boolean()),
  attachments: z.number(),
  /** 999: the vendor takes submissions; 1 to 998: so many; anything else: none. */
  submissionLimit: wire('SubmissionAvailable', Num),
  mappedFacilityId: wire('MJRFacilityID', Text),
  mappedDegreeId: wire('MJRDegreeID', Text),
  mappedSpecialtyId: wire('MJRSpecID', Text),
  mappedShiftId: wire('MJRShiftID', Text),
  mappedFacility: wire('MappedFacilityName', Text),
  mappedDegree: wire('MappedDegree', Text),
  mappedSpecialty: wire('MappedSpecialty', Text),
  mappedShift: wire('MappedShift', Text),
  /** Certainties of facility, degree and specialty: 0 to 100; null if not mapped, or if a user mapped only this job. */
  facilityCertainty: wire('Certainty', Num),
  degreeCertainty: wire('DCertainty', Num),
  specialtyCertainty: wire('SCertainty', Num),
  isUnique: wire('UniqueMap_Fl', z.boolean()),
  totalPages: wire('TotalPages', z.number()),
  total: wire('recCount', z.number()),
});
export type StagedJob = z.infer<typeof StagedJob>;

const exampleJob: StagedJob = {
  id: 7,
  providerJobId: 'HV-7',
  source: 'Harbor VMS',
  sourceId: 3,
  targetId: 1,
  title: 'RN ICU',
  facility: 'Mercy Hospital',
  address: null,
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  degree: 'RN',
  specialty: 'ICU',
  shift: '3x12 Nights',
  status: 'Open',
  chgMap: 0,
  externalJobId: null,
  billRate: 92.5,
  localRate: null,
  otRate: null,
  minBillRate: null,
  permFee: null,
  feePercentage: null,
  guaranteedHours: null,
  hoursPerWeek: 36,
  daysPerWeek: 3,
  travelStipend: null,
  mealStipend: null,
  lodgingStipend: null,
  currency: 'USD',
  startDate: '2026-12-01',
  endDate: '2027-03-02',
  durationDays: 91,
  durationWeeks: 13,
  note: null,
  description: null,
  coordinator: null,
  hiringManager: null,
  buyer: null,
  winterPlanNeed: false,
  attachments: 0,
  submissionLimit: 999,
  mappedFacilityId: '4711',
  mappedDegreeId: null,
  mappedSpecialtyId: null,
  mappedShiftId: null,
  mappedFacility: 'Mercy Hospital Reno',
  mappedDegree: null,
  mappedSpecialty: null,
  mappedShift: null,
  facilityCertainty: 97,
  degreeCertainty: null,
  specialtyCertainty: null,
  isUnique: false,
  totalPages: 1,
  total: 1,
};

/** One of several codes, as a number or as a text; blank is 0, which is no filter. */
const codeOf = <const C extends readonly number[]>(codes: C, remedy: string) =>
  z.coerce.number(remedy).pipe(z.literal(codes, remedy)).optional();
/** The mapping of one kind: 0 in any state, 1 mapped, 2 not mapped. */
const Mapped = codeOf([0, 1, 2], 'Send 0 for all jobs, 1 for the mapped ones, or 2 for those that are not mapped');
const Contains = z.string().trim().max(200).optional();
const Day = z.union([z.literal('').transform(() => undefined), z.iso.date('Write the date as yyyy-MM-dd')]).optional();

const miles = 'Send the miles around the zip code, from 0 to 1000';
const statuses = jobValues.status.options;
const statusList = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
const isStatus = (text: string): boolean => statuses.some((status) => status.toLowerCase() === text.toLowerCase());
const Statuses = Contains.refine(
  (text) => statusList(text ?? '').every(isStatus),
  `Send statuses of vendors, separated by commas: ${statuses.join(', ')}`,
);

/** Fields by which staged jobs can be sorted; a leading `-` reverses the order. */
export const stagingSorts = [
  'facility',
  'city',
  'state',
  'degree',
  'specialty',
  'shift',
  'status',
  'source',
  'startDate',
  'endDate',
  'billRate',
  'durationDays',
] as const;
const documentedSorts = wireSorts(StagedJob, stagingSorts);
const Sort = wireValues(
  documentedSorts,
  Contains.refine(
    (name) => !name || (stagingSorts as readonly string[]).includes(name.replace(/^-/, '')),
    `Sort by one of ${stagingSorts.map((sort) => documentedSorts[sort]).join(', ')}`,
  ),
);

/**
 * The documented filter. A key that is missing, blank or 0 filters nothing. Texts match anywhere, in any letter case; days are
 * inclusive and in the caller's time zone. `domain/staging/documented-filter.ts` says which jobs each key finds.
 */
export const StagingFilter = z.object({
  /** Without it, newest first. */
  sort: Sort,
  /** 1: hidden jobs too. */
  all: codeOf([0, 1], 'Send 0 to leave out hidden jobs, or 1 to list them too'),
  fmapped: Mapped,
  dmapped: Mapped,
  smapped: Mapped,
  shmapped: Mapped,
  /** 2: the job is in the target. */
  imported: codeOf([0, 2], 'Send 0 for all jobs, or 2 for those that are in the target'),
  /** 1 not posted, 2 open, 3 canceled, 4 held, 5 hidden. The last three count as 0 while `newjobs` is not 0. */
  jstatus: codeOf(
    [0, 1, 2, 3, 4, 5],
    'Send 0 for all jobs, 1 for those not posted, 2 for open, 3 for canceled, 4 for held, or 5 for hidden ones',
  ),
  /** The vendor's own statuses, separated by commas. Our own addition. */
  vendorStatus: Statuses,
  /** 1: caregivers were put forward for the job; 2: none was. Our own addition. */
  submitted: codeOf([0, 1, 2], 'Send 0 for all jobs, 1 for those with submissions, or 2 for those without'),
  /** Work type: 1 travel, 2 perm, 3 per diem. */
  wt: codeOf([0, 1, 2, 3], 'Send 0 for all jobs, 1 for travel, 2 for perm, or 3 for per diem'),
  /** A source, used if the path says all sources. */
  sid: IdOrAll.optional(),
  association: Contains,
  /** 9: first seen since yesterday, only open ones. 10: first seen from `sdate` to `edate`. */
  newjobs: codeOf([0, 9, 10], 'Send 0 for all jobs, 9 for those of the last day, or 10 for those between sdate and edate'),
  /** The degree. */
  cert: Contains,
  /** Class of the facility's certainty: below 80, 80 to below 90, 90 and above. Our own name, because `cert` is the degree. */
  certainty: z
    .enum(['', 'low', 'middle', 'high'], 'Send low for below 80, middle for 80 to below 90, or high for 90 and above')
    .optional(),
  spec: Contains,
  shift: Contains,
  client: Contains,
  city: Contains,
  state: Contains,
  /** Posted by the vendor, or changed, on this day or later. */
  posted: Day,
  changed: Day,
  /** Start date between these days; with `newjobs` 10, the days on which the job was first seen. */
  sdate: Day,
  edate: Day,
  jid: Contains,
  /** Its first characters; with `distance`, a whole zip code. */
  zip: Contains,
  /** Miles around `zip`. */
  distance: z.coerce.number(miles).min(0, miles).max(1000, miles).optional(),
  /** All mappings that the target needs: 1 mapped, 2 not all mapped. */
  mappingStatus: Mapped,
  alias: Contains,
});
export type StagingFilter = z.infer<typeof StagingFilter>;

export const listStaging = endpoint('POST /api/staging/list/:cust/:targetId/:pageSize/:page/:sourceId', {
  about: 'Staged jobs by the documented filter, one page at a time. Each row contains TotalPages and recCount, as documented.',
  args: StagingFilter.extend({
    cust: CustomerRef,
    targetId: Id,
    pageSize: z.coerce.number().int().min(1).max(maxStagingPage),
    page: PageNumber,
    /** -1 and 0 mean all sources. */
    sourceId: IdOrAll,
  }),
  reply: z.array(StagedJob),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'replicated',
  example: [exampleJob],
});

export const listChildren = endpoint('GET /api/staging/getchildren/:cust/:jobId', {
  about:
    'The shifts and positions of an order: the jobs of its source that name it as their parent order. The newest 1,000, as the staging list returns them; recCount is how many there are.',
  args: z.object({ cust: CustomerRef, jobId: Id }),
  reply: z.array(StagedJob),
  fails: ['forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'replicated',
  example: [exampleJob],
});
