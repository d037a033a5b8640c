import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { MapKind } from '../rows/rows.ts';

/**
 * One list of a target: how many values we hold, and when it was last read whole (`wholeAt`) and by changes (`changesAt`). Null: never,
 * or not since its date was cleared.
 */
export const TargetList = z.object({
  kind: MapKind,
  values: z.number().int(),
  wholeAt: z.string().nullable(),
  changesAt: z.string().nullable(),
});
export type TargetList = z.infer<typeof TargetList>;

/** The lists of a target, in the order of the screen. `vms` are the shifts of VMS, `orderType` the order types and their sub-types. */
export const KeptListName = z.enum(['facility', 'degree', 'specialty', 'shift', 'contact', 'vms', 'msp', 'orderType', 'region']);
export type KeptListName = z.infer<typeof KeptListName>;

/**
 * Where the entries of a list come from: `addedHere` of the `values` by hand or from a file, all others read from the target.
 * `uploadedAt`: the last file; null: none. `isKeptHere`: whether people may change it in Jobdock; null where no setting says so.
 */
export const KeptList = z.object({
  list: KeptListName,
  values: z.number().int(),
  addedHere: z.number().int(),
  uploadedAt: z.string().nullable(),
  isKeptHere: z.boolean().nullable(),
});
export type KeptList = z.infer<typeof KeptList>;

export const listTargetLists = endpoint('GET /api/posting/lists/:cust/:target', {
  about:
    'The lists of a target with their number of values, and when each was last read. `readsChanges`: the lists that a sync reads by changes. `kept`: where the entries of every list come from.',
  args: z.object({ cust: CustomerRef, target: Id }),
  reply: z.object({ lists: z.array(TargetList), readsChanges: z.array(MapKind), kept: z.array(KeptList) }),
  fails: ['not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'cached',
  example: {
    lists: [{ kind: 'facility', values: 400, wholeAt: '2026-12-01T07:00:00.000Z', changesAt: '2026-12-01T15:00:00.000Z' }],
    readsChanges: ['facility'],
    kept: [{ list: 'facility', values: 400, addedHere: 5, uploadedAt: '2026-11-03T15:00:00.000Z', isKeptHere: true }],
  },
});

export const clearLastSyncDate = endpoint('POST /api/customer/target/clearlastsynchdate/:target/:cust', {
  about:
    'Clears when the lists of a target were last read, so that its next sync reads each list whole and removes values that the target no longer lists.',
  args: z.object({ cust: CustomerRef, target: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'online',
  example: { message: messages.syncDateCleared },
});

export const targetListEndpoints = [listTargetLists, clearLastSyncDate];
