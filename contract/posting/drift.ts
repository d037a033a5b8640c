import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';

const DriftedOrder = z.object({
  targetId: z.number(),
  targetName: z.string(),
  jobId: z.number(),
  providerJobId: z.string(),
  title: z.string().nullable(),
  /** Of the job order in the ATS. */
  externalId: z.string(),
  kind: z.enum(['changed', 'closed', 'deleted']),
  /** Under the ATS's names, with the values in words; blank for none. None for a deleted job order. */
  fields: z.array(z.object({ field: z.string(), ours: z.string(), theirs: z.string() })),
  foundAt: z.string(),
  /** When and by whom, where the ATS says so. */
  changedAt: z.string().nullable(),
  changedBy: z.string().nullable(),
});
export type DriftedOrder = z.infer<typeof DriftedOrder>;

export const listDrift = endpoint('GET /api/posting/drift/:cust', {
  about:
    'The posted jobs that people changed, closed or deleted in an ATS, and about which no one has decided yet: the newest 500, and how many there are of each target.',
  args: z.object({
    cust: CustomerRef,
    target: z.coerce.number().int().positive().optional(),
    job: z.coerce.number().int().positive().optional(),
  }),
  reply: z.object({ orders: z.array(DriftedOrder), counts: z.array(z.object({ targetId: z.number(), count: z.number() })) }),
  fails: ['not_found'],
  needs: 'staging.read',
  offline: 'cached',
  example: {
    orders: [
      {
        targetId: 1,
        targetName: 'Bullhorn',
        jobId: 7,
        providerJobId: 'J-7',
        title: 'RN ICU',
        externalId: '50001',
        kind: 'changed',
        fields: [{ field: 'clientBillRate', ours: '78.5', theirs: '80' }],
        foundAt: '2026-11-20T12:00:00.000Z',
        changedAt: '2026-11-20T11:40:00.000Z',
        changedBy: null,
      },
    ],
    counts: [{ targetId: 1, count: 1 }],
  },
});

export const decideDrift = endpoint('POST /api/posting/drift/decide/:cust/:target/:job', {
  about:
    'A person’s decision on a job that was changed in the ATS: `theirs` keeps the values of the ATS, which updates then leave alone until our own value changes; `ours` sends our values again. `fields` limits it to some of the fields. `foundAt` is that of the list: a newer change is refused with `conflict`.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    job: Id,
    choice: z.enum(['theirs', 'ours']),
    fields: z.array(z.string().max(200)).max(200).optional(),
    foundAt: z.string(),
  }),
  reply: z.object({ left: z.number().int() }),
  fails: ['invalid', 'not_found', 'conflict', 'forbidden'],
  needs: 'jobs.post',
  offline: 'online',
  example: { left: 0 },
});

export const driftEndpoints = [listDrift, decideDrift];
