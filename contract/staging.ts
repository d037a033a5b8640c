import * as z from 'zod';
import { CommandResult, maxIdsPerCommand } from './commands.ts';
import { endpoint } from './endpoint.ts';
import { CustomerRef, Id, Instant } from './ids.ts';

/** Page sizes of the staging grid, and the service's own cap for callers that page through everything. */
export const stagingPageSizes = [10, 20, 50, 100, 150, 200] as const;
export const maxStagingPage = 1000;

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

const commandFails = ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'] as const;
const Ids = z.array(z.coerce.number().int().positive()).min(1, 'Choose at least one job').max(maxIdsPerCommand);
const doneExample = { done: [7], refused: [{ id: 8, code: 'not_found', message: 'This row no longer exists.' }] } as const;
const exampleResult: z.input<typeof CommandResult> = { done: [...doneExample.done], refused: [...doneExample.refused] };

const ofTarget = z.object({ cust: CustomerRef, targetId: Id, ids: Ids });
const ofCustomer = z.object({ cust: CustomerRef, ids: Ids });

/** Calls over a list of job ids that answer row by row. */
export const holdJobs = endpoint('POST /api/staging/holdexport/:cust/:targetId', {
  about: 'Puts jobs on hold: they are not posted until they are released.',
  args: ofTarget,
  wholeBody: 'ids',
  reply: CommandResult,
  fails: commandFails,
  needs: 'jobs.hold',
  offline: 'queued',
  example: exampleResult,
});
export const releaseJobs = endpoint('POST /api/staging/offhold/:cust/:targetId', {
  about: 'Releases jobs from hold.',
  args: ofTarget,
  wholeBody: 'ids',
  reply: CommandResult,
  fails: commandFails,
  needs: 'jobs.hold',
  offline: 'queued',
  example: exampleResult,
});
export const hideJobs = endpoint('POST /api/staging/hide/:cust/:targetId', {
  about: 'Hides jobs from the grid; hidden jobs are not posted.',
  args: ofTarget,
  wholeBody: 'ids',
  reply: CommandResult,
  fails: commandFails,
  needs: 'jobs.hold',
  offline: 'queued',
  example: exampleResult,
});
export const showJobs = endpoint('POST /api/staging/show/:cust/:targetId', {
  about: 'Shows hidden jobs again.',
  args: ofTarget,
  wholeBody: 'ids',
  reply: CommandResult,
  fails: commandFails,
  needs: 'jobs.hold',
  offline: 'queued',
  example: exampleResult,
});
export const cancelJobs = endpoint('POST /api/staging/cancel/:cust', {
  about: 'Cancels jobs by hand; collection does not reopen them.',
  args: ofCustomer,
  wholeBody: 'ids',
  reply: CommandResult,
  fails: commandFails,
  needs: 'jobs.cancel',
  offline: 'queued',
  example: exampleResult,
});
export const openJobs = endpoint('POST /api/staging/open/:cust', {
  about: 'Reopens jobs that were cancelled by hand.',
  args: ofCustomer,
  wholeBody: 'ids',
  reply: CommandResult,
  fails: commandFails,
  needs: 'jobs.cancel',
  offline: 'queued',
  example: exampleResult,
});

/**
 * Codes of fields that people edit: the documents leave them open, so they are the field's own bit of `ChgMap`
 * (spec 2, section 4), with the documented name under which the job body carries the value.
 */
export const fieldCodes = {
  1: { field: 'billRate', name: 'BillRate' },
  16: { field: 'localRate', name: 'LocalRate' },
  64: { field: 'otRate', name: 'OTRate' },
  128: { field: 'minBillRate', name: 'minBillRate' },
  32768: { field: 'startDate', name: 'StartDate' },
  65536: { field: 'durationDays', name: 'Duration' },
  262144: { field: 'guaranteedHours', name: 'GuaranteedHours' },
  33554432: { field: 'permFee', name: 'PermFee' },
  67108864: { field: 'feePercentage', name: 'FeePercentage' },
} as const;
export type FieldCode = keyof typeof fieldCodes;
const FieldCode = z.enum(Object.keys(fieldCodes) as [`${FieldCode}`, ...`${FieldCode}`[]]);

/** A documented rate: blank is 0, a negative value clears it. */
const Rate = z
  .preprocess(
    (value) => (value === '' ? 0 : value),
    z.coerce.number().transform((rate) => (rate < 0 ? null : rate)),
  )
  .nullable()
  .optional();

export const updateManually = endpoint('POST /api/staging/manualupdate/:cust/:fieldCode', {
  about: 'Sets one field of a job by hand and locks it. The job body carries ID and the field; others are not looked at.',
  args: z.object({
    cust: CustomerRef,
    fieldCode: FieldCode,
    ID: Id,
    BillRate: Rate,
    LocalRate: Rate,
    OTRate: Rate,
    minBillRate: Rate,
    PermFee: Rate,
    FeePercentage: Rate,
    GuaranteedHours: Rate,
    Duration: Rate,
    StartDate: z
      .union([z.literal('').transform(() => null), z.iso.date('Write the date as yyyy-MM-dd')])
      .nullable()
      .optional(),
  }),
  reply: CommandResult,
  fails: commandFails,
  needs: 'rates.edit',
  offline: 'queued',
  example: exampleResult,
});

export const removeManual = endpoint('POST /api/staging/rate/removeManual/:cust/:fieldCode', {
  about: 'Removes the manual lock of one field of a job: the value reverts to what collection and rules give.',
  args: z.object({ cust: CustomerRef, fieldCode: FieldCode, ID: Id }),
  reply: CommandResult,
  fails: commandFails,
  needs: 'rates.edit',
  offline: 'queued',
  example: exampleResult,
});

export const postToTarget = endpoint('POST /api/staging/posttotarget/:cust/:targetId/:recreate', {
  about:
    'Queues jobs for posting: `jobsAddedToQueue|{ids}` or a message first, then `x|{jobId}|{externalJobId}` for jobs that are there.',
  args: z.object({ cust: CustomerRef, targetId: Id, recreate: z.coerce.number().int().min(0).max(1), ids: Ids }),
  wholeBody: 'ids',
  reply: z.array(z.string()),
  fails: commandFails,
  needs: 'jobs.post',
  offline: 'queued',
  example: ['jobsAddedToQueue|7', 'x|8|4711'],
});

export const getPostData = endpoint('POST /api/staging/getpostdata/:cust/:targetId', {
  about: 'The check before posting: for each job whether it may be posted to the target, and every reason why not.',
  args: ofTarget,
  wholeBody: 'ids',
  reply: z.array(
    z.object({ ID: z.number(), ok: z.boolean(), reasons: z.array(z.object({ code: z.string(), words: z.string() })) }),
  ),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'replicated',
  example: [{ ID: 7, ok: false, reasons: [{ code: 'on_hold', words: 'The job is on hold: release it first.' }] }],
});

export const readJobHistory = endpoint('GET /api/sync/job-history/:cust/:jobId', {
  about: 'Everything that changed a job: who or what, when, from and to; the newest first, at most 500 lines.',
  args: z.object({ cust: CustomerRef, jobId: Id }),
  reply: z.array(
    z.object({
      id: z.number(),
      at: Instant,
      who: z.string(),
      how: z.enum(['collected', 'rule', 'manual', 'mapping', 'posting']),
      field: z.string(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
  fails: ['forbidden', 'not_found'],
  needs: 'history.read',
  offline: 'cached',
  example: [
    { id: 1, at: '2026-11-21T12:00:00.000Z', who: 'Ann Reyes', how: 'manual', field: 'billRate', before: 92.5, after: 99 },
  ],
});

export const stagingEndpoints = [
  listStaging,
  holdJobs,
  releaseJobs,
  hideJobs,
  showJobs,
  cancelJobs,
  openJobs,
  updateManually,
  removeManual,
  postToTarget,
  getPostData,
  readJobHistory,
];
