import * as z from 'zod';
import { CommandResult } from '../commands/commands.ts';
import { maxIdsPerCommand } from '../commands/row-ids.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { readJobHistory } from './job-history.ts';
import { listChildren, listStaging } from './staging-list.ts';

const commandFails = ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'] as const;
const Ids = z.array(Id).min(1, 'Choose at least one job').max(maxIdsPerCommand);
const doneExample = { done: [7], refused: [{ id: 8, code: 'not_found', message: 'This row no longer exists.' }] } as const;
const exampleResult: z.input<typeof CommandResult> = { done: [...doneExample.done], refused: [...doneExample.refused] };

const ofTarget = z.object({ cust: CustomerRef, targetId: Id, ids: Ids });
const ofCustomer = z.object({ cust: CustomerRef, ids: Ids });

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
  about: 'Cancels jobs manually; collection does not reopen them.',
  args: ofCustomer,
  wholeBody: 'ids',
  reply: CommandResult,
  fails: commandFails,
  needs: 'jobs.cancel',
  offline: 'queued',
  example: exampleResult,
});
export const openJobs = endpoint('POST /api/staging/open/:cust', {
  about: 'Reopens jobs that were canceled by hand.',
  args: ofCustomer,
  wholeBody: 'ids',
  reply: CommandResult,
  fails: commandFails,
  needs: 'jobs.cancel',
  offline: 'queued',
  example: exampleResult,
});

/**
 * Codes of editable fields. The specification does not define them, so each is the field's bit of `ChgMap`
 * (spec 2, section 4). The request body has the value in the field of that name.
 */
export const fieldCodes = {
  1: 'billRate',
  16: 'localRate',
  64: 'otRate',
  128: 'minBillRate',
  32768: 'startDate',
  65536: 'durationDays',
  262144: 'guaranteedHours',
  33554432: 'permFee',
  67108864: 'feePercentage',
} as const;
export type FieldCode = keyof typeof fieldCodes;
const FieldCode = z.enum(Object.keys(fieldCodes) as [`${FieldCode}`, ...`${FieldCode}`[]]);

/** A documented rate: blank means 0, a negative value clears the rate. */
const Rate = z
  .preprocess(
    (value) => (value === '' ? 0 : value),
    z.coerce.number().transform((rate) => (rate < 0 ? null : rate)),
  )
  .nullable()
  .optional();

export const updateManually = endpoint('POST /api/staging/manualupdate/:cust/:fieldCode', {
  about: 'Sets one field of a job manually and locks it. The body contains the job’s ID and the field; other fields are ignored.',
  args: z.object({
    cust: CustomerRef,
    fieldCode: FieldCode,
    id: wire('ID', Id),
    billRate: wire('BillRate', Rate),
    localRate: wire('LocalRate', Rate),
    otRate: wire('OTRate', Rate),
    minBillRate: Rate,
    permFee: wire('PermFee', Rate),
    feePercentage: wire('FeePercentage', Rate),
    guaranteedHours: wire('GuaranteedHours', Rate),
    durationDays: wire('Duration', Rate),
    startDate: wire(
      'StartDate',
      z
        .union([z.literal('').transform(() => null), z.iso.date('Write the date as yyyy-MM-dd')])
        .nullable()
        .optional(),
    ),
  }),
  reply: CommandResult,
  fails: commandFails,
  needs: 'rates.edit',
  offline: 'queued',
  example: exampleResult,
});

export const removeManual = endpoint('POST /api/staging/rate/removeManual/:cust/:fieldCode', {
  about: 'Removes the manual lock of one field of a job: the value reverts to the one from collection and rules.',
  args: z.object({ cust: CustomerRef, fieldCode: FieldCode, id: wire('ID', Id) }),
  reply: CommandResult,
  fails: commandFails,
  needs: 'rates.edit',
  offline: 'queued',
  example: exampleResult,
});

export const postToTarget = endpoint('POST /api/staging/posttotarget/:cust/:targetId/:recreate', {
  about:
    'Queues jobs for posting. Returns `jobsAddedToQueue|{ids}` or a message, then `x|{jobId}|{externalJobId}` for each job already in the target.',
  args: z.object({ cust: CustomerRef, targetId: Id, recreate: z.coerce.number().int().min(0).max(1), ids: Ids }),
  wholeBody: 'ids',
  reply: z.array(z.string()),
  fails: commandFails,
  needs: 'jobs.post',
  offline: 'queued',
  example: ['jobsAddedToQueue|7', 'x|8|4711'],
});

export const getPostData = endpoint('POST /api/staging/getpostdata/:cust/:targetId', {
  about: 'Checks before posting whether each job may be posted to the target, and returns every reason against it.',
  args: ofTarget,
  wholeBody: 'ids',
  reply: z.array(
    z.object({
      id: wire('ID', z.number()),
      ok: z.boolean(),
      reasons: z.array(z.object({ code: z.string(), words: z.string() })),
    }),
  ),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'replicated',
  example: [{ id: 7, ok: false, reasons: [{ code: 'on_hold', words: 'The job is on hold: release it first.' }] }],
});

export const stagingEndpoints = [
  listStaging,
  listChildren,
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
