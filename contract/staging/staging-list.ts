import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrAll, PageNumber } from '../kit/ids.ts';
import { wireSorts } from '../kit/sorting.ts';
import { wire, wireValues } from '../kit/wire-names.ts';

/** The grid requests 10 to 200 rows per page; this is the limit for callers that read all pages [edge case 36]. */
const maxStagingPage = 1000;

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

/** 1 requests the jobs for which it is true, 0 the others; without it, both. */
const YesNo = z.coerce.number().int().min(0).max(1).optional();
const Contains = z.string().trim().max(200).optional();
const Day = z.union([z.literal('').transform(() => undefined), z.iso.date('Write the date as yyyy-MM-dd')]).optional();

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

/** The documented filter. Texts match anywhere, in any letter case; days are inclusive. `all` includes hidden jobs. */
export const StagingFilter = z.object({
  /** Without it, newest first. */
  sort: Sort,
  all: YesNo,
  fmapped: YesNo,
  dmapped: YesNo,
  smapped: YesNo,
  shmapped: YesNo,
  /** 1: the job is in the target. */
  imported: YesNo,
  /** Statuses, separated by commas. */
  jstatus: Contains,
  wt: z.coerce.number().int().min(1).max(3).optional(),
  /** A source, used if the path says all sources. */
  sid: IdOrAll.optional(),
  association: Contains,
  /** 1: first seen within a day. */
  newjobs: YesNo,
  /** Range of the facility's certainty. */
  cert: z.enum(['', 'low', 'middle', 'high']).optional(),
  spec: Contains,
  shift: Contains,
  client: Contains,
  city: Contains,
  state: Contains,
  /** Posted or changed on this day or later. */
  posted: Day,
  changed: Day,
  /** Start date between these days. */
  sdate: Day,
  edate: Day,
  jid: Contains,
  zip: Contains,
  /** Miles around `zip`. */
  distance: z.coerce.number().min(0).max(1000).optional(),
  mappingStatus: z.enum(['', 'mapped', 'unmapped']).optional(),
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
