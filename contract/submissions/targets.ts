import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant, RowId } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { SystemType, submissionLimits } from './words.ts';

const me = CustomerRef.default('me');
const atMost = (characters: number) => `Use at most ${characters.toLocaleString('en-US')} characters`;

const setting = z.string().trim().max(submissionLimits.setting, atMost(submissionLimits.setting)).default('');
/** The texts of the tab Settings. */
const Settings = z.object({
  /** The field of a caregiver whose text names the specialties, if the ATS has no list of them. */
  specialtyTextBlock: wire('CaregiverSpecialtyTextBlock', setting),
  /** The name of the subscription that reports submissions made in the ATS. */
  subscriptionName: wire('SubscriptionName', setting),
  /** A note on the session that the ATS opens. Never a password or token. */
  sessionInfo: wire('SessionInfo', setting),
  /** The status and the field of a submission in the ATS that say why it could not be sent. */
  errorStatus: wire('StatusErrorSubmission', setting),
  errorField: wire('FieldErrorSubmission', setting),
});

/** What people set of a submission target, without its secret. */
const content = {
  systemId: wire('SubmissionTarget_ID', z.number('Choose a system').int().positive('Choose a system')),
  name: wire('DisplayName', z.string().trim().min(1, 'Enter a name').max(submissionLimits.name, atMost(submissionLimits.name))),
  orgKey: wire('BaseOrgKey', z.string().trim().max(submissionLimits.key, atMost(submissionLimits.key)).default('')),
  site: wire('BaseSite', z.string().trim().max(submissionLimits.site, atMost(submissionLimits.site)).default('')),
  isActive: wire('Active', z.boolean().default(true)),
  sharesDocuments: wire('UseSharedDocumentMapping', z.boolean().default(false)),
  settings: wire('JsonSettings', Settings),
};

/** What the system of a target can do. `false`: no public document describes it, or the system lacks it. */
const Capabilities = z.object({
  checkCredentials: z.boolean(),
  searchCaregivers: z.boolean(),
  readCaregiver: z.boolean(),
  addDocument: z.boolean(),
  lists: z.boolean(),
  submit: z.boolean(),
  lookUp: z.boolean(),
  status: z.boolean(),
  listen: z.boolean(),
});
export type SubmissionCapabilities = z.infer<typeof Capabilities>;

/** A submission target. Its secret never leaves the service: `hasSecret` says whether one is stored. */
export const SubmissionTarget = z.object({
  id: wire('SubmissionCustomerTargetID', z.number()),
  ...content,
  systemName: wire('TargetName', z.string()),
  type: wire('Type', SystemType),
  hasSecret: z.boolean(),
  can: Capabilities,
  /** When its credentials were last checked; null: never. `checkWords` is blank if they were accepted. */
  checkedAt: Instant.nullable(),
  checkWords: z.string(),
  /** The subscription to events, or the webhook at the destination; null if there is none. */
  subscription: z.object({ name: z.string(), madeAt: Instant, readAt: Instant.nullable(), problem: z.string() }).nullable(),
});
export type SubmissionTarget = z.infer<typeof SubmissionTarget>;

const can: SubmissionCapabilities = {
  checkCredentials: true,
  searchCaregivers: true,
  readCaregiver: true,
  addDocument: true,
  lists: true,
  submit: false,
  lookUp: false,
  status: true,
  listen: true,
};
const settings = {
  specialtyTextBlock: 'customText1',
  subscriptionName: 'jobdock-submissions',
  sessionInfo: '',
  errorStatus: 'Not submitted',
  errorField: 'customText4',
};
const example: SubmissionTarget = {
  id: 3,
  systemId: 8,
  systemName: 'Bullhorn',
  type: 2,
  name: 'Our Bullhorn',
  orgKey: 'harborview.api',
  site: 'https://auth.bullhornstaffing.com',
  isActive: true,
  sharesDocuments: false,
  settings,
  hasSecret: true,
  can,
  checkedAt: '2026-11-28T09:00:00.000Z',
  checkWords: '',
  subscription: null,
};

/** A choice of a list of submission targets. */
export const ShortSubmissionTarget = z.object({
  id: wire('SubmissionCustomerTargetID', z.number()),
  systemId: wire('SubmissionTarget_ID', z.number()),
  name: wire('DisplayName', z.string()),
  systemName: wire('TargetName', z.string()),
  type: wire('Type', SystemType),
  isActive: wire('Active', z.boolean()),
  sharesDocuments: wire('UseSharedDocumentMapping', z.boolean()),
  /** Caregivers can be searched there; submissions can be sent there. */
  isSource: z.boolean(),
  isDestination: z.boolean(),
});
export type ShortSubmissionTarget = z.infer<typeof ShortSubmissionTarget>;
export const shortExample: ShortSubmissionTarget = {
  id: 3,
  systemId: 8,
  name: 'Our Bullhorn',
  systemName: 'Bullhorn',
  type: 2,
  isActive: true,
  sharesDocuments: false,
  isSource: true,
  isDestination: false,
};

export const readSubmissionTarget = endpoint('GET /api/submissiontarget/targets/:id', {
  about: 'One submission target with its settings and what its system can do, without its secret.',
  args: z.object({ id: Id, me }),
  reply: SubmissionTarget,
  fails: ['forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'cached',
  example,
});

export const listSubmissionChoices = endpoint('GET /api/submissiontarget/lists', {
  about:
    'The choices of a submission target: the systems that Jobdock knows (`Targets`), the dictionaries that a destination may ask for (`SubObjects`), and the documents of Jobdock’s own list (`Documents`).',
  args: z.object({ me }),
  reply: z.object({
    systems: wire(
      'Targets',
      z.array(
        z.object({
          id: wire('ID', z.number()),
          name: wire('TargetName', z.string()),
          type: wire('Type', SystemType),
          /** Labels of the fields of its connection; null if it has no such field. */
          keyLabel: z.string().nullable(),
          secretLabel: z.string(),
          siteLabel: z.string(),
          can: Capabilities,
        }),
      ),
    ),
    dictionaries: wire('SubObjects', z.array(z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) }))),
    documents: wire('Documents', z.array(z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) }))),
  }),
  fails: ['forbidden'],
  needs: 'submissions.use',
  offline: 'cached',
  example: {
    systems: [
      { id: 8, name: 'Bullhorn', type: 2, keyLabel: 'Username', secretLabel: 'Password', siteLabel: 'Sign-in address', can },
    ],
    dictionaries: [{ id: 1, name: 'Submission status' }],
    documents: [{ id: 7, name: 'Resume' }],
  },
});

export const listSubmissionTargets = endpoint('GET /api/ctarget/list', {
  about:
    'The submission targets of a customer by name. `forCaregiverSearch` keeps the active ones whose caregivers can be searched, `submit` the active ones that submissions can be sent to.',
  args: z.object({ me, forCaregiverSearch: z.stringbool().default(false), submit: z.stringbool().default(false) }),
  reply: z.array(ShortSubmissionTarget),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  offline: 'cached',
  example: [shortExample],
});

export const saveSubmissionTarget = endpoint('POST /api/submissiontarget/ctarget', {
  about:
    'Adds (ID 0) or changes a submission target. A blank secret keeps the stored one; another address, username or system needs it again. The system of an existing target stays.',
  args: z.object({
    me,
    id: wire('SubmissionCustomerTargetID', IdOrNone.default(0)),
    ...content,
    secret: wire('BaseOrgSecret', z.string().max(submissionLimits.secret, atMost(submissionLimits.secret)).default('')),
  }),
  reply: SubmissionTarget,
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'targets.write',
  offline: 'online',
  example,
});

export const removeSubmissionTarget = endpoint('DELETE /api/submissiontarget/ctarget/:id', {
  about:
    'Removes a submission target with its lists, mappings, packages and sign-ins. `name` repeats its name. Refused while a submission of it is on its way. For administrators.',
  args: z.object({ id: Id, me, name: wire('DisplayName', z.string().max(submissionLimits.name).default('')) }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: { message: 'The submission target “Our Bullhorn” was removed' },
});

export const listShortSubmissionTargets = endpoint('GET /api/submissiontargetshort/list', {
  about: 'Every submission target of a customer, and whether it is active.',
  args: z.object({ me }),
  reply: z.array(ShortSubmissionTarget),
  fails: ['forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'cached',
  example: [shortExample],
});

export const saveActiveSubmissionTargets = endpoint('POST /api/submissiontargetshort', {
  about: 'Sets which submission targets of a customer are active: those of `Targets`, and no other.',
  args: z.object({ me, ids: wire('Targets', z.array(RowId).max(200, 'Name 200 targets at most')) }),
  reply: z.array(ShortSubmissionTarget),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'targets.write',
  offline: 'online',
  example: [shortExample],
});

export const checkSubmissionCredentials = endpoint('POST /api/CheckCredentials/:cust/:stored', {
  about:
    'Asks the system whether it accepts credentials. `stored` true: those stored for the target `SubmissionCustomerTargetID`, whose check is noted. False: those sent; a blank secret means the stored one, for the same system and address only.',
  args: z.object({
    cust: CustomerRef,
    stored: z.enum(['true', 'false'], 'Write true or false'),
    id: wire('SubmissionCustomerTargetID', IdOrNone.default(0)),
    systemId: wire('SubmissionTarget_ID', IdOrNone.default(0)),
    orgKey: content.orgKey,
    secret: wire('BaseOrgSecret', z.string().max(submissionLimits.secret).default('')),
    site: content.site,
  }),
  reply: z.object({ isAccepted: z.boolean(), message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'targets.write',
  offline: 'online',
  example: { isAccepted: true, message: 'Our Bullhorn accepted the credentials' },
});

export const addSubmissionSubscription = endpoint('POST /api/submission/subscription/add', {
  about:
    'Subscribes to the events of submissions of a target: a subscription in the ATS, or a webhook at the destination whose address cannot be guessed. An existing one is made again.',
  args: z.object({ me, id: wire('SubmissionCustomerTargetID', Id) }),
  reply: z.object({ message: z.string(), name: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'targets.write',
  offline: 'online',
  example: { message: 'Our Bullhorn reports its submissions now', name: 'jobdock-submissions' },
});

export const submissionTargetEndpoints = [
  readSubmissionTarget,
  listSubmissionChoices,
  listSubmissionTargets,
  saveSubmissionTarget,
  removeSubmissionTarget,
  listShortSubmissionTargets,
  saveActiveSubmissionTargets,
  checkSubmissionCredentials,
  addSubmissionSubscription,
];
