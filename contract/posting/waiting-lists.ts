import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { MapKind } from '../rows/rows.ts';

const ofTarget = { cust: CustomerRef, target: Id };

/** A list that waits for a person, and what would be removed: 20 names at most, mapped ones first. */
export const WaitingList = z.object({
  kind: MapKind,
  readAt: z.string(),
  held: z.number().int(),
  listed: z.number().int(),
  removed: z.number().int(),
  removedMapped: z.number().int(),
  examples: z.array(z.object({ name: z.string(), isMapped: z.boolean() })),
});
export type WaitingList = z.infer<typeof WaitingList>;

export const listWaitingLists = endpoint('GET /api/posting/waitinglists/:cust/:target', {
  about: 'The lists of a target that lost more than a third of their values in the last sync. Until a person decides, ours stay.',
  args: z.object(ofTarget),
  reply: z.array(WaitingList),
  fails: ['not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'cached',
  example: [
    {
      kind: 'facility',
      readAt: '2026-12-01T00:00:00.000Z',
      held: 400,
      listed: 180,
      removed: 220,
      removedMapped: 31,
      examples: [{ name: 'St. Mary Hospital', isMapped: true }],
    },
  ],
});

export const decideWaitingList = endpoint('POST /api/posting/waitinglists/:cust/:target', {
  about:
    'Decides about a list that waits: `apply` removes the values that the target no longer lists, `keep` forgets the new list. `readAt` is that of the list which the person saw; another one is a conflict.',
  args: z.object({ ...ofTarget, kind: MapKind, readAt: z.string(), choice: z.enum(['apply', 'keep']) }),
  reply: z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
  fails: ['not_found', 'forbidden', 'conflict'],
  needs: 'targets.write',
  offline: 'online',
  example: { added: 0, changed: 0, removed: 220 },
});

export const waitingListEndpoints = [listWaitingLists, decideWaitingList];
