import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant, PageNumber, RowId, SentDate } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { SubmissionState } from '../rows/submission.ts';
import { submissionLimits } from './words.ts';

const me = CustomerRef.default('me');
const fails = ['invalid', 'forbidden', 'not_found'] as const;
const text = z.string().trim().max(submissionLimits.key, `Use at most ${submissionLimits.key} characters`).default('');
const use = { needs: 'submissions.use', offline: 'online' } as const;

/** Most submissions of a page, most caregivers that a search shows, and most bytes of a webhook. */
export const mostSubmissions = 200;
export const mostCaregivers = 100;
const mostHookBytes = 100_000;

/** A submission as the grid shows it. `contact`: who put the caregiver forward; blank for an event of the ATS. */
export const Submission = z.object({
  id: wire('ID', z.number()),
  created: wire('DateCreated', Instant),
  from: wire('tFrom', z.string()),
  to: wire('tTo', z.string()),
  fromId: wire('SubTargetId1', z.number()),
  toId: wire('SubTargetId2', z.number()),
  state: SubmissionState,
  isError: wire('IsError', z.boolean()),
  errorText: wire('ErrorText', z.string()),
  isWarnings: wire('IsWarnings', z.boolean()),
  warningsText: wire('WarningsText', z.string()),
  extId: wire('extSubId', z.string()),
  contact: wire('ContactName', z.string()),
  contactId: wire('CustomerContact_ID', z.number().nullable()),
  status: wire('StatusName', z.string()),
  statusAt: Instant.nullable(),
  caregiverEmail: wire('CaregiverEmail', z.string()),
  jobId: wire('JobID', z.number()),
  providerJobId: wire('ProviderJobId', z.string()),
  atsJobId: wire('ATS_External_ID', z.string()),
  sourceId: wire('Source_ID', z.number().nullable()),
  facility: wire('Facility', z.string()),
  source: wire('Source', z.string()),
  caregiverId: wire('ExternalCaregiverID', z.string()),
});
export type Submission = z.infer<typeof Submission>;

const example: Submission = {
  id: 41,
  created: '2026-11-28T09:00:00.000Z',
  from: 'Our Bullhorn',
  to: 'Coastal Trio',
  fromId: 3,
  toId: 5,
  state: 'sent',
  isError: false,
  errorText: '',
  isWarnings: false,
  warningsText: '',
  extId: '88231',
  contact: 'Ann Reyes',
  contactId: 4,
  status: 'Offered',
  statusAt: '2026-11-28T10:00:00.000Z',
  caregiverEmail: 'ada.abbott@candidates.example',
  jobId: 7,
  providerJobId: '67890',
  atsJobId: '50001',
  sourceId: 2,
  facility: 'Fairhaven Hospital',
  source: 'Coastal',
  caregiverId: '70001',
};

export const listSubmissions = endpoint('GET /api/submission/list', {
  about:
    'The submissions of a customer, newest first, page by page. A caller without the right to see everyone’s gets their own. `status` is a name of `submissionstatus/list`; the dates are those of `DateCreated`.',
  args: z.object({
    me,
    page: PageNumber.default(1),
    pageSize: z.coerce.number().int().min(1).max(mostSubmissions, `Ask for ${mostSubmissions} submissions at most`).default(50),
    status: text,
    contactId: wire('CustomerContact_ID', IdOrNone.default(0)),
    fromId: wire('SubTargetId1', IdOrNone.default(0)),
    toId: wire('SubTargetId2', IdOrNone.default(0)),
    jobId: wire('JobID', IdOrNone.default(0)),
    /** Only those that were refused or need a decision. */
    isError: wire('IsError', z.stringbool('Send true or false').default(false)),
    since: SentDate.optional(),
    until: SentDate.optional(),
  }),
  reply: z.object({ total: z.number(), totalPages: wire('TotalPages', z.number()), rows: z.array(Submission) }),
  fails,
  ...use,
  example: { total: 1, totalPages: 1, rows: [example] },
});

export const listSubmissionStatuses = endpoint('GET /api/submissionstatus/list', {
  about: 'The statuses that submissions of a customer have, with how many have each.',
  args: z.object({ me }),
  reply: z.array(z.object({ name: wire('StatusName', z.string()), count: z.number() })),
  fails: ['forbidden', 'not_found'],
  ...use,
  example: [{ name: 'Offered', count: 3 }],
});

/** An entry of the destination that a person chose for one of its dictionaries. */
const Choice = z.object({ objectId: wire('SubmissionObject_ID', RowId), entryId: wire('ID', RowId) });
export type DictionaryChoice = z.infer<typeof Choice>;

/** The caregiver and the job of a submission. */
export const submissionAsked = {
  caregiverId: wire('CaregiverId', z.string().trim().min(1, 'Choose a caregiver').max(submissionLimits.key)),
  jobId: wire('JobID', IdOrNone.default(0)),
  providerJobId: wire('ProviderJobId', text),
  fromId: wire('SubTargetId1', IdOrNone.default(0)),
  toId: wire('SubTargetId2', IdOrNone.default(0)),
};
const asked = {
  ...submissionAsked,
  choices: wire('Dictionaries', z.array(Choice).max(20, 'Choose 20 entries at most').default([])),
};

/** A caregiver that a search found. It is shown once and never stored. */
const Caregiver = z.object({
  caregiverId: wire('CaregiverId', z.string()),
  firstName: wire('FirstName', z.string()),
  middleName: wire('MiddleName', z.string()),
  lastName: wire('LastName', z.string()),
  email: wire('Email', z.string()),
  degree: wire('Degree', z.string()),
  specialty: wire('Specialty', z.string()),
  city: wire('City', z.string()),
  state: wire('State', z.string()),
  status: wire('StatusName', z.string()),
});

export const listCaregivers = endpoint('POST /api/submission/caregivers/list', {
  about:
    'Searches the caregivers of a source: `subTargetId1`, or the only active source if a job is named. A name matches by its beginning. Nothing of them is stored.',
  args: z.object({
    me,
    providerJobId: text,
    fromId: wire('subTargetId1', IdOrNone.default(0)),
    firstName: wire('FirstName', text),
    lastName: wire('LastName', text),
    middleName: wire('MiddleName', text),
    email: wire('Email', text),
    caregiverId: wire('CaregiverId', text),
  }),
  reply: z.array(Caregiver),
  fails,
  ...use,
  example: [
    {
      caregiverId: '70001',
      firstName: 'Ada',
      middleName: '',
      lastName: 'Abbott',
      email: 'ada.abbott@candidates.example',
      degree: 'Registered Nurse',
      specialty: 'Intensive Care Unit',
      city: '',
      state: 'TX',
      status: 'Active',
    },
  ],
});

/** A value of the source, what it is in Jobdock's own list, and at the destination; null where no mapping exists. */
const Mapped = z.object({ source: z.string(), own: z.string().nullable(), destination: z.string().nullable() });
/**
 * A value that the destination takes from one of its dictionaries. `from`: whether a person chose it, a mapping gives it, or it is the default
 * entry; `none`: it has no value. `entryId` 0: none.
 */
const FromDictionary = z.object({
  objectId: wire('SubmissionObject_ID', z.number()),
  name: wire('Name', z.string()),
  isRequired: z.boolean(),
  entryId: wire('ID', z.number()),
  from: z.enum(['chosen', 'mapping', 'default', 'none']),
  choices: z.array(z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) })),
});
const Earlier = z.object({
  id: wire('ID', z.number()),
  by: wire('ContactName', z.string()),
  state: SubmissionState,
  status: wire('StatusName', z.string()),
  at: wire('DateCreated', Instant),
});

export const checkBeforeSending = endpoint('POST /api/submission/check', {
  about:
    'Checks a submission before anything leaves: the mapping of degree and specialty at each step, the documents of the package with the day until which each is valid, the fields that the destination requires, the entries of its dictionaries, earlier submissions of the caregiver for the job there, and whether the job takes submissions. `problems` has a sentence for each thing to solve; it can be sent if there is none.',
  args: z.object({ me, ...asked }),
  reply: z.object({
    fromId: wire('SubTargetId1', z.number()),
    toId: wire('SubTargetId2', z.number()),
    providerJobId: wire('ProviderJobId', z.string()),
    jobTakesSubmissions: z.boolean(),
    degree: Mapped,
    specialty: Mapped,
    packageId: z.number(),
    /** `documentType`: the document of the source that it is mapped to; null if there is none, so that no file can be added for it. */
    documents: z.array(
      z.object({
        id: wire('ID', z.number()),
        name: z.string(),
        isFound: z.boolean(),
        expires: z.string().nullable(),
        documentType: wire('DocumentType', z.string().nullable()),
      }),
    ),
    /** The source takes documents of caregivers, each of at most `documentBytes`. */
    addsDocuments: z.boolean(),
    documentBytes: z.number(),
    requiredFields: z.array(z.object({ name: z.string(), isFilled: z.boolean() })),
    dictionaries: wire('Dictionaries', z.array(FromDictionary)),
    earlier: z.array(Earlier),
    problems: z.array(z.string()),
  }),
  fails,
  ...use,
  example: {
    fromId: 3,
    toId: 5,
    providerJobId: '67890',
    jobTakesSubmissions: true,
    degree: { source: 'Registered Nurse', own: 'RN', destination: 'R.N.' },
    specialty: { source: 'ICU', own: 'ICU', destination: null },
    packageId: 6,
    documents: [{ id: 82, name: 'License', isFound: true, expires: '2027-06-30', documentType: 'License' }],
    addsDocuments: true,
    documentBytes: 10_485_760,
    requiredFields: [{ name: 'email address', isFilled: true }],
    dictionaries: [
      {
        objectId: 3,
        name: 'Caregiver type',
        isRequired: true,
        entryId: 31,
        from: 'default',
        choices: [{ id: 31, name: 'Travel' }],
      },
    ],
    earlier: [],
    problems: ['The specialty “ICU” is not mapped to the destination. Map it, then send again.'],
  },
});

export const sendSubmission = endpoint('POST /api/submission/sync', {
  about:
    'Puts a caregiver forward for a job, once it passes the check. The service then sends it, once. One that is there already, no matter who asked for it, is a conflict that names its owner.',
  args: z.object({ me, ...asked }),
  reply: z.object({ id: wire('ID', z.number()), message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  conflict: z.object({
    id: wire('ID', z.number()),
    by: wire('ContactName', z.string()),
    state: SubmissionState,
    message: z.string(),
  }),
  ...use,
  example: { id: 41, message: 'The submission is on its way' },
});

export const resendSubmission = endpoint('POST /api/submissiontask/resubmit/:id', {
  about:
    'Sends a submission again that was refused, or about which a person decides that the destination does not have it. It is checked again before it leaves.',
  args: z.object({ id: Id, me }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  conflict: z.object({
    id: wire('ID', z.number()),
    by: wire('ContactName', z.string()),
    state: SubmissionState,
    message: z.string(),
  }),
  ...use,
  example: { message: 'The submission is on its way' },
});

export const settleSubmission = endpoint('POST /api/submission/decide/:id', {
  about:
    'A person’s decision about a submission that needs one: it is at the destination under this id, or it is taken back. One that was not sent yet can be taken back as well.',
  args: z.object({
    id: Id,
    me,
    decision: z.enum(['there', 'withdraw'], 'Choose “there” or “withdraw”'),
    extId: wire('extSubId', text),
  }),
  reply: Submission,
  fails,
  ...use,
  example,
});

export const syncSubmissionStatus = endpoint('POST /api/submissionstatus/sync/:id', {
  about: 'Reads the status of a submission at its destination now.',
  args: z.object({ id: Id, me }),
  reply: Submission,
  fails,
  ...use,
  example,
});

export const readSubmissionHistory = endpoint('GET /api/submission/history/:id', {
  about:
    'What became of a submission: its statuses with how each was learned, and the calls that were made for it in the last 35 days. Calls have no file, no secret and nothing that identifies the caregiver.',
  args: z.object({ id: Id, me }),
  reply: z.object({
    statuses: z.array(
      z.object({
        status: wire('StatusName', z.string()),
        at: Instant,
        learnedAt: Instant,
        how: z.enum(['webhook', 'schedule', 'person', 'event']),
      }),
    ),
    attempts: z.array(
      z.object({
        at: Instant,
        kind: z.enum(['read', 'lookUp', 'makeCaregiver', 'submit', 'status', 'writeBack']),
        answer: z.enum(['done', 'refused', 'unknown']),
        words: z.string(),
        milliseconds: z.number(),
        documents: z.array(z.object({ name: z.string(), size: z.number(), digest: z.string() })),
      }),
    ),
  }),
  fails,
  ...use,
  example: {
    statuses: [{ status: 'Offered', at: '2026-11-28T10:00:00.000Z', learnedAt: '2026-11-28T10:00:02.000Z', how: 'webhook' }],
    attempts: [
      {
        at: '2026-11-28T09:00:01.000Z',
        kind: 'submit',
        answer: 'done',
        words: '',
        milliseconds: 412,
        documents: [{ name: 'License', size: 48_210, digest: '9f86d081' }],
      },
    ],
  },
});

export const receiveSubmissionHook = endpoint('POST /api/submission/webhook/:key', {
  about:
    'Takes a destination’s report about a submission at the address that cannot be guessed. It is unsigned, so it is only a hint: the status is read from the destination. The same report counts once.',
  args: z.object({
    key: z.string().max(200),
    payload: z.instanceof(Uint8Array, { error: 'Send the report as the body' }),
  }),
  wholeBody: 'payload',
  bytes: mostHookBytes,
  accepted: true,
  reply: z.object({ accepted: z.literal(true) }),
  fails: ['invalid', 'not_found', 'too_large'],
  needs: 'public',
  offline: 'online',
  example: { accepted: true },
});

export const submissionEndpoints = [
  listSubmissions,
  listSubmissionStatuses,
  listCaregivers,
  checkBeforeSending,
  sendSubmission,
  resendSubmission,
  settleSubmission,
  syncSubmissionStatus,
  readSubmissionHistory,
  receiveSubmissionHook,
];
