import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { httpUrl } from '../kit/http-url.ts';
import { CustomerRef, Id, IdOrNone, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { HierarchyLevel, TargetRow } from '../rows/rows.ts';
import { defaultIds, ShortText, TargetSettings } from './target-settings.ts';

/** A target as the documented calls return it, without its secrets. */
export const DocumentedTarget = z.object({
  id: wire('ID', z.number()),
  customerId: wire('objID', z.number()),
  typeId: wire('Target_ID', z.number()),
  name: wire('TargetName', z.string()),
  mapObjects: wire('MapObjects', z.string()),
  specialtyDependsOnDegree: wire('SpecialtyDependsOnDegree', z.boolean()),
  isDisabled: wire('Disabled_Fl', z.boolean()),
  hierarchyLevel: wire('HierarchyLevel', HierarchyLevel),
  username: wire('UID', z.string()),
  url: wire('TargetURL', z.string()),
  xmlFeedUrl: z.string(),
  /** A feed lists every open job, and not only those that are mapped. */
  feedAllJobs: wire('FeedAllJobstoXML', z.boolean()),
  mappingRequired: wire('MappingRequired', z.boolean()),
  ...defaultIds(z.string()),
  voidReason: wire('VoidReason', z.string()),
  settings: wire('JsonSettings', z.record(z.string(), z.unknown())),
});
export type DocumentedTarget = z.infer<typeof DocumentedTarget>;

const bullhornExample: DocumentedTarget = {
  id: 1,
  customerId: 2,
  typeId: 8,
  name: 'Bullhorn',
  mapObjects: 'FDS',
  specialtyDependsOnDegree: true,
  isDisabled: false,
  hierarchyLevel: 'both',
  username: 'agency.api',
  url: 'https://rest.bullhornstaffing.com/rest-services/loginInfo',
  xmlFeedUrl: '',
  feedAllJobs: false,
  mappingRequired: true,
  defaultTravelId: '',
  defaultPermanentId: '',
  defaultPerDiemId: '',
  defaultOpenId: '',
  defaultCancelledId: '',
  voidReason: '',
  settings: { ownerId: 1, contactId: 2 },
};

export const listTargets = endpoint('GET /api/customer/targets/:cust', {
  about: 'The targets of a customer, without their secrets.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(DocumentedTarget),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [bullhornExample],
});

export const readTarget = endpoint('GET /api/customer/target/:id', {
  about: 'One target of the caller’s customer, without its secrets.',
  args: z.object({ id: Id }),
  reply: DocumentedTarget,
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: bullhornExample,
});

export const saveTarget = endpoint('POST /api/customer/target/save', {
  about:
    'Saves a target’s connection. `ID` 0 adds a target of the kind `Target_ID` to the customer `objID` (administrators); a stored target keeps its kind and customer. `Psw` and `Misc` (client secret) are stored encrypted and never returned; blank keeps the stored ones. A field that is left out keeps its stored value. Without `HierarchyLevel` the stored one stays: `both`, `orders` (jobs that are part of no order) or `shifts` (jobs that are part of one).',
  args: z.object({
    id: wire('ID', IdOrNone),
    customerId: wire('objID', Id.optional()),
    typeId: wire('Target_ID', Id.optional()),
    name: wire('TargetName', z.string().trim().min(1, 'Name the target').max(100)),
    isDisabled: wire('Disabled_Fl', z.boolean()),
    hierarchyLevel: wire('HierarchyLevel', HierarchyLevel.optional()),
    /** The kinds of value that are mapped: F facility, D degree, S specialty, H shift. */
    mapObjects: wire(
      'MapObjects',
      z
        .string()
        .regex(/^[FDSH]{0,4}$/, 'Use the letters F, D, S and H')
        .optional(),
    ),
    mappingRequired: wire('MappingRequired', z.boolean().optional()),
    specialtyDependsOnDegree: wire('SpecialtyDependsOnDegree', z.boolean().optional()),
    /** Whether texts are mapped to it apart, and not as they are to the customer’s first target. */
    mapsItself: z.boolean().optional(),
    ...defaultIds(ShortText.optional()),
    /** Why an order was canceled, where a target asks. Blank becomes `Cancelled by source`. */
    voidReason: wire('VoidReason', ShortText.optional()),
    username: wire('UID', z.string().max(200).optional()),
    password: wire('Psw', z.string().max(200).default('')),
    clientSecret: wire('Misc', z.string().max(200).default('')),
    url: wire('TargetURL', z.union([z.literal(''), httpUrl('Write the whole address, with https://')]).optional()),
    /** Without it the stored choice stays. */
    feedAllJobs: wire('FeedAllJobstoXML', z.boolean().optional()),
    settings: wire('JsonSettings', TargetSettings.default({})),
  }),
  reply: DocumentedTarget,
  fails: ['invalid', 'not_found', 'forbidden', 'confirm_identity'],
  needs: 'targets.write',
  offline: 'online',
  example: bullhornExample,
});

export const removeTarget = endpoint('POST /api/customer/target/delete', {
  about:
    'Deletes a target whose name is typed (administrators). Posts that still wait are stopped; posted jobs keep their ids in the ATS, and its secrets and feed address are removed.',
  args: z.object({ id: wire('ID', Id), name: wire('TargetName', z.string().max(500)) }),
  reply: z.object({ stopped: z.number().int() }),
  fails: ['invalid', 'not_found', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: { stopped: 2 },
});

export const checkTarget = endpoint('POST /api/customer/checktarget/:id', {
  about:
    'Signs in to the target and returns whether it worked; `words` is the reason if not. `signInAt`: the name of the system whose own page a person must sign in at first (`beginTargetSignIn`); null for all others.',
  args: z.object({ id: wire('objID', Id) }),
  reply: z.object({ state: TargetRow.shape.checkState, words: z.string(), signInAt: z.string().nullable() }),
  fails: ['not_found'],
  needs: 'targets.write',
  offline: 'online',
  example: { state: 'ok', words: '', signInAt: null },
});

export const syncTarget = endpoint('POST /api/customer/target/sync/:cust/:target', {
  about:
    'Queues a sync of the ATS’s lists (clients, degrees, specialties, shifts) as long work and answers at once. An empty `message`: it is scheduled. Otherwise why it is not.',
  args: z.object({ cust: CustomerRef, target: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'online',
  example: { message: '' },
});

const listed = z.object({ id: wire('ID', z.number()), name: wire('TargetName', z.string()) });

export const listTargetTypes = endpoint('GET /api/target/list', {
  about: 'The kinds of target that can be connected.',
  args: z.object({}),
  reply: z.array(listed),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 4, name: 'XML feed' }],
});

export const listAllTargetTypes = endpoint('GET /api/admin/targets/list', {
  about:
    'All kinds of target by their documented numbers, 1 to 47. `canConnect` says whether one can be added; `isDescribed` is false for a number of which nothing is known.',
  args: z.object({}),
  reply: z.array(listed.extend({ canConnect: z.boolean(), isDescribed: z.boolean() })),
  fails: [],
  needs: 'admin',
  offline: 'online',
  example: [{ id: 8, name: 'Bullhorn', canConnect: true, isDescribed: true }],
});

export const listMapTargets = endpoint('GET /api/map/targets/:cust', {
  about: 'The customer’s targets that values can be mapped to.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(listed),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: [{ id: 1, name: 'Bullhorn' }],
});

export const firstTargetId = endpoint('GET /api/map/getFirstTargetID/:cust', {
  about: 'The target whose mappings the staging grid shows; 0 if there is none.',
  args: z.object({ cust: CustomerRef }),
  reply: z.number(),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: 1,
});

export const targetStatus = endpoint('GET /api/customer/target/status/:cust', {
  about:
    'Per target: the number of waiting, doubtful, refused and posted jobs, when it last accepted a job, and when one was last refused, in doubt or not reached.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    listed.extend({
      waiting: z.number(),
      doubtful: z.number(),
      refused: z.number(),
      done: z.number(),
      lastPostedAt: z.string().nullable(),
      /** The last change of a post that is refused, or in doubt. */
      refusedAt: Instant.nullable(),
      doubtfulAt: Instant.nullable(),
      /** The last try of a post that waits because the target could not be reached. */
      unreachedAt: Instant.nullable(),
    }),
  ),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [
    {
      id: 1,
      name: 'Bullhorn',
      waiting: 0,
      doubtful: 0,
      refused: 1,
      done: 40,
      lastPostedAt: null,
      refusedAt: '2026-11-21T08:00:00.000Z',
      doubtfulAt: null,
      unreachedAt: null,
    },
  ],
});

const posted = z.object({
  processedJobIds: wire('processedJobIDs', z.array(z.number())),
  unprocessedJobIds: wire('unprocessedElIDs', z.array(z.number())),
});
const asked = { ids: z.array(z.number().int()).max(1000) };

export const checkPostedJobs = endpoint('POST /api/staging/checkpostedjobs', {
  about:
    'Which of the jobs are processed (posted, refused, waiting for a decision, or checked in a dry run), and which are still in progress.',
  args: z.object(asked),
  reply: posted,
  fails: [],
  needs: 'staging.read',
  offline: 'replicated',
  wholeBody: 'ids',
  example: { processedJobIds: [7], unprocessedJobIds: [8] },
});

export const checkPostedJobsIn = endpoint('POST /api/staging/checkpostedjobs/:mode', {
  about: 'The same with a mode; `failed` returns only refused jobs as processed.',
  args: z.object({ mode: z.enum(['all', 'failed']), ...asked }),
  reply: posted,
  fails: ['invalid'],
  needs: 'staging.read',
  offline: 'replicated',
  wholeBody: 'ids',
  example: { processedJobIds: [7], unprocessedJobIds: [8] },
});

export const decidePost = endpoint('POST /api/posting/decide/:cust/:target/:job', {
  about:
    'A person’s decision on an unconfirmed post: the job is in the ATS as `externalId` (`there`), or must be sent again (`again`).',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    job: Id,
    choice: z.enum(['there', 'again']),
    externalId: z.string().trim().max(100).optional(),
  }),
  reply: z.object({ state: z.string() }),
  fails: ['invalid', 'not_found', 'conflict', 'forbidden'],
  needs: 'jobs.post',
  offline: 'online',
  example: { state: 'wanted' },
});

export const postingEndpoints = [
  listTargets,
  readTarget,
  saveTarget,
  removeTarget,
  checkTarget,
  syncTarget,
  listTargetTypes,
  listAllTargetTypes,
  listMapTargets,
  firstTargetId,
  targetStatus,
  checkPostedJobs,
  checkPostedJobsIn,
  decidePost,
];
