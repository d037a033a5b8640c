import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';

/** The grid asks for 10 to 200 rows a page; this is the cap for callers that page through everything [edge case 36]. */
const maxStagingPage = 1000;

const Text = z.string().nullable();
const Num = z.number().nullable();

/** A staged job under the documents' names. Rates are per hour, stipends per week; `Duration` is in days. */
export const StagedJob = z.object({
  ID: z.number(),
  ProviderJobID: z.string(),
  Source: z.string(),
  Source_ID: z.number(),
  Target_ID: z.number(),
  Title: Text,
  Facility: Text,
  Address: Text,
  City: Text,
  State: Text,
  Zip: Text,
  Degree: Text,
  ProviderSpecialty: Text,
  Shift: Text,
  BasicStatus: z.string(),
  ChgMap: z.number(),
  ExternalJobID: Text,
  BillRate: Num,
  LocalRate: Num,
  OTRate: Num,
  minBillRate: Num,
  PermFee: Num,
  FeePercentage: Num,
  GuaranteedHours: Num,
  HoursPerWeek: Num,
  daysPerWeek: Num,
  TravelStipend: Num,
  MealStipendW: Num,
  LodgingStipendW: Num,
  CurrencyCode: z.string(),
  StartDate: Text,
  EndDate: Text,
  Duration: Num,
  DurationWks: Num,
  Note: Text,
  OriginalDescription: Text,
  Coordinator: Text,
  HiringManager: Text,
  Buyer: Text,
  WinterPlanNeed: z.boolean(),
  MJRFacilityID: Text,
  MJRDegreeID: Text,
  MJRSpecID: Text,
  MJRShiftID: Text,
  MappedFacilityName: Text,
  MappedDegree: Text,
  MappedSpecialty: Text,
  MappedShift: Text,
  /** Of facility, degree and specialty: 0 to 100, null where nothing is mapped or a person mapped this job alone. */
  Certainty: Num,
  DCertainty: Num,
  SCertainty: Num,
  UniqueMap_Fl: z.boolean(),
  TotalPages: z.number(),
  recCount: z.number(),
});
export type StagedJob = z.infer<typeof StagedJob>;

const exampleJob: StagedJob = {
  ID: 7,
  ProviderJobID: 'HV-7',
  Source: 'Harbor VMS',
  Source_ID: 3,
  Target_ID: 1,
  Title: 'RN ICU',
  Facility: 'Mercy Hospital',
  Address: null,
  City: 'Reno',
  State: 'NV',
  Zip: '89501',
  Degree: 'RN',
  ProviderSpecialty: 'ICU',
  Shift: '3x12 Nights',
  BasicStatus: 'Open',
  ChgMap: 0,
  ExternalJobID: null,
  BillRate: 92.5,
  LocalRate: null,
  OTRate: null,
  minBillRate: null,
  PermFee: null,
  FeePercentage: null,
  GuaranteedHours: null,
  HoursPerWeek: 36,
  daysPerWeek: 3,
  TravelStipend: null,
  MealStipendW: null,
  LodgingStipendW: null,
  CurrencyCode: 'USD',
  StartDate: '2026-12-01',
  EndDate: '2027-03-02',
  Duration: 91,
  DurationWks: 13,
  Note: null,
  OriginalDescription: null,
  Coordinator: null,
  HiringManager: null,
  Buyer: null,
  WinterPlanNeed: false,
  MJRFacilityID: '4711',
  MJRDegreeID: null,
  MJRSpecID: null,
  MJRShiftID: null,
  MappedFacilityName: 'Mercy Hospital Reno',
  MappedDegree: null,
  MappedSpecialty: null,
  MappedShift: null,
  Certainty: 97,
  DCertainty: null,
  SCertainty: null,
  UniqueMap_Fl: false,
  TotalPages: 1,
  recCount: 1,
};

/** 1 asks for mapped (or posted) jobs, 0 for the others; left out, both. */
const YesNo = z.coerce.number().int().min(0).max(1).optional();
const Contains = z.string().trim().max(200).optional();
const Day = z.union([z.literal('').transform(() => undefined), z.iso.date('Write the date as yyyy-MM-dd')]).optional();

/** Documented names by which staged jobs are sorted; a leading `-` turns the order round. */
export const stagingSorts = [
  'Facility',
  'City',
  'State',
  'Degree',
  'ProviderSpecialty',
  'Shift',
  'BasicStatus',
  'Source',
  'StartDate',
  'EndDate',
  'BillRate',
  'Duration',
] as const;
const Sort = Contains.refine(
  (name) => !name || (stagingSorts as readonly string[]).includes(name.replace(/^-/, '')),
  `Sort by one of ${stagingSorts.join(', ')}`,
);

/** The documented filter. Texts match anywhere, ignoring case; days are inclusive. `all` shows hidden jobs too. */
export const StagingFilter = z.object({
  /** Newest first without. */
  sort: Sort,
  all: YesNo,
  fmapped: YesNo,
  dmapped: YesNo,
  smapped: YesNo,
  shmapped: YesNo,
  /** Whether the job is in the target. */
  imported: YesNo,
  /** Statuses, separated by commas. */
  jstatus: Contains,
  wt: z.coerce.number().int().min(1).max(3).optional(),
  /** A source, where the path says all. */
  sid: z.coerce.number().int().optional(),
  association: Contains,
  /** 1: first seen within a day. */
  newjobs: YesNo,
  /** Class of the facility's certainty. */
  cert: z.enum(['', 'low', 'middle', 'high']).optional(),
  spec: Contains,
  shift: Contains,
  client: Contains,
  city: Contains,
  state: Contains,
  /** Posted, or changed, on this day or later. */
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
  about: 'Staged jobs by the documented filter, page by page; each row carries TotalPages and recCount as documented.',
  args: StagingFilter.extend({
    cust: CustomerRef,
    targetId: Id,
    pageSize: z.coerce.number().int().min(1).max(maxStagingPage),
    page: z.coerce.number().int().min(1),
    /** -1 or 0 stands for all sources. */
    sourceId: z.coerce.number().int(),
  }),
  reply: z.array(StagedJob),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'replicated',
  example: [exampleJob],
});
