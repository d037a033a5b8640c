import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { httpUrl } from '../kit/http-url.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { JobScope, jobScopeArgs } from './job-scope.ts';
import { taskCredentialArgs, tokenArgs } from './task-credentials.ts';
import { checkCredentials, saveTask } from './tasks.ts';
import { FeedPreview, feedPreviewExample } from './uploads.ts';

/** The task’s own address, or blank for none. The documents name it for the wizard only. */
const url = wire(
  'siteUrl',
  z
    .union([z.literal(''), httpUrl('Write the whole address, with https://')])
    .nullable()
    .default(''),
);
const { credentialParentId, username, password, orgKey, secretKey } = taskCredentialArgs;

export const readConnections = endpoint('GET /api/agent/connections/:cust', {
  about:
    'The enabled tasks of a customer, and the number of VMS connections that its plan includes; null for the provider, which has no limit.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ used: z.number(), included: z.number().nullable() }),
  fails: ['not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: { used: 4, included: 15 },
});

/** What the wizard tries at a vendor before there is a task. */
const signIn = { url, username, credentialParentId, ...tokenArgs };

export const validateCredentials = endpoint('POST /api/crawler/validateCredentials', {
  about:
    'Signs in at the vendor of a crawler (`objId`) as a new task would, and saves nothing. `result` is 2 if the vendor lets it in, 3 if it does not, with what to do. A crawler that signs in nowhere answers “Not implemented”.',
  args: z.object({
    cust: wire('me', CustomerRef.default('me')),
    crawlerId: wire('objId', Id),
    ...signIn,
    password,
    orgKey: wire('OrgKey', orgKey),
    secretKey: wire('SecretKey', secretKey),
  }),
  reply: z.object({ result: z.literal([2, 3]), message: z.string() }),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: { result: 3, message: 'The vendor refused the sign-in of the task (status 401). Check it.' },
});

export const checkHwl = endpoint('POST /api/agent/checkhwl', {
  about: 'The check of credentials for crawlers that administrators tagged HWL. Other crawlers are refused.',
  args: checkCredentials.args,
  reply: z.string(),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: '',
});

/** Documented names of the payload of the wizard, in which the keys begin in lower case. */
const newTask = {
  cust: wire('me', CustomerRef),
  crawlerId: Id,
  ...signIn,
  password,
  orgKey: wire('orgKey', orgKey),
  secretKey: wire('secretKey', secretKey),
  ...jobScopeArgs,
};
const source = wire('Site', saveTask.args.shape.site.optional());

export const previewVendor = endpoint('POST /api/crawler/look', {
  about:
    'Fetches the jobs of a vendor as a new task would and returns the first 20 that it would stage. Writes nothing. `outOfScope` counts jobs of other work types and days. A crawler whose jobs cannot be shown before they are collected says why in `notShown`.',
  args: z.object({ ...newTask, site: source }),
  reply: FeedPreview.pick({ jobs: true, sample: true, refused: true, refusedCount: true }).extend({
    outOfScope: z.number(),
    /** The vendor was asked for its first jobs only: the counts are of those. */
    isPart: z.boolean(),
    notShown: z.string().nullable(),
  }),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: {
    jobs: feedPreviewExample.jobs,
    sample: [],
    refused: [],
    refusedCount: 0,
    outOfScope: 3,
    isPart: false,
    notShown: null,
  },
});

export const addTask = endpoint('POST /api/crawler', {
  about:
    'Adds a task of a crawler. Its name is the alias, or else the source; its source is `Site`, or else the name of the crawler. `isAccountCredentialManaged` leaves the sign-in to administrators. Refused while all connections of the plan are in use.',
  args: z.object({
    ...newTask,
    site: source,
    alias: taskCredentialArgs.alias,
    description: taskCredentialArgs.description,
    switchedOn: taskCredentialArgs.switchedOn,
    passwordExpiresOn: taskCredentialArgs.passwordExpiresOn,
    everyMinutes: wire('EveryMinutes', saveTask.args.shape.everyMinutes.default(60)),
    isAccountCredentialManaged: z.boolean().default(false),
    isEnabled: z.boolean().default(false),
  }),
  reply: saveTask.reply,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: saveTask.example,
});

/** A domain as the `d` of an ARC seal names it, such as `mail.agency.example`. */
const Forwarder = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Shorten this to 253 characters')
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'Write domains such as mail.agency.example, without @ and https',
  );
export const TrustedForwarders = z
  .array(Forwarder)
  .max(20, 'List at most 20 domains')
  .transform((domains) => [...new Set(domains)]);

const TaskScope = JobScope.extend({ isAccountCredentialManaged: z.boolean(), trustedForwarders: z.array(z.string()) });
const scopeExample = {
  travel: true,
  perDiem: false,
  permanent: true,
  daysFrom: 0,
  daysTo: 90,
  daysFromPerDiem: null,
  daysToPerDiem: null,
};

export const readTaskScope = endpoint('GET /api/agent/scope/:cust/:id', {
  about:
    'Which jobs of its vendor a task collects, whether administrators manage its sign-in, and the domains of servers that forward its emails and whose word about the sender is believed.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: TaskScope,
  fails: ['not_found'],
  needs: 'tasks.read',
  offline: 'online',
  example: { ...scopeExample, isAccountCredentialManaged: false, trustedForwarders: [] },
});

export const saveTaskScope = endpoint('POST /api/agent/scope/:cust/:id', {
  about:
    'Saves which jobs of its vendor a task collects; its next run reads the whole list again. Jobs that are staged already stay and are kept up to date. Only administrators change `isAccountCredentialManaged`, and `trustedForwarders` of tasks for emails.',
  args: z.object({
    cust: CustomerRef,
    id: Id,
    ...jobScopeArgs,
    isAccountCredentialManaged: z.boolean().optional(),
    trustedForwarders: TrustedForwarders.optional(),
  }),
  reply: TaskScope,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: { ...scopeExample, isAccountCredentialManaged: false, trustedForwarders: ['mail.agency.example'] },
});

export const newTaskEndpoints = [
  readConnections,
  validateCredentials,
  checkHwl,
  previewVendor,
  addTask,
  readTaskScope,
  saveTaskScope,
];
