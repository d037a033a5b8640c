import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Receipt } from '../kit/db/audit.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { type Done, done, type Note, type RecordLine, unchanged } from '../kit/http/audited.ts';
import type { Actor, Services } from '../kit/http/handle.ts';
import { laneAccess } from './lane-access.ts';

type LaneKey = { readonly customerId: number; readonly clientId: string };
type Refused = { kind: 'not_found' | 'forbidden' | 'gone' };

const laneRow = (db: Db | Tx, { customerId, clientId }: LaneKey) =>
  db.updateTable('client').where('customer_id', '=', customerId).where('client_id', '=', clientId);

/** Records when a killed device was first asked to wipe itself. */
export async function noteTold(db: Db | Tx, now: Date, lane: LaneKey): Promise<void> {
  await laneRow(db, lane).set({ told_at: now }).where('told_at', 'is', null).execute();
}

type ReportCall = { readonly services: Pick<Services, 'db' | 'now'>; readonly actor: Actor; readonly record: RecordLine };
type Noted<T> = Result<Done<T, Receipt>, Refused>;

/**
 * Records that a device has wiped itself, and how many unsent changes it deleted [edge case 20]. Only the owner of a killed lane
 * can report this, once, also after they lost access to the customer.
 */
export async function noteWiped(
  { services: { db, now }, actor, record }: ReportCall,
  { unsent, ...lane }: LaneKey & { unsent: number },
): Promise<Noted<{ noted: boolean }>> {
  const own = await ownLane(db, actor, lane);
  if (!own.ok) return own;
  return scopeTo(db, [lane.customerId])
    .transaction()
    .execute(async (tx) => {
      const { numUpdatedRows } = await laneRow(tx, lane)
        .set((e) => ({
          wiped_at: now(),
          wiped_unsent: unsent,
          unsent: 0,
          oldest_unsent_at: null,
          told_at: e.fn.coalesce('told_at', e.val(now())),
        }))
        .where('killed_at', 'is not', null)
        .where('wiped_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return unchanged({ noted: false });
      return done({ noted: true }, await record(tx, noteOf(lane, { unsent })));
    });
}

/**
 * Records what was waiting on a device whose browser cleared its data [edge case 22]. Returns how many of those changes never
 * arrived: changes that the service received after the device wrote its mirror are not lost. A lane that never connected is
 * recorded in the audit log only.
 */
export async function noteLost(
  { services: { db, now }, actor, record }: ReportCall,
  { unsent, maxSeq, ...lane }: LaneKey & { unsent: number; maxSeq: number },
): Promise<Noted<{ lost: number }>> {
  const own = await ownLane(db, actor, lane);
  if (!own.ok) return own;
  return scopeTo(db, [lane.customerId])
    .transaction()
    .execute(async (tx) => {
      const known = await tx
        .selectFrom('client')
        .select(['last_seq', 'lost_at', 'lost_unsent'])
        .where('customer_id', '=', lane.customerId)
        .where('client_id', '=', lane.clientId)
        .forUpdate()
        .executeTakeFirst();
      if (known?.lost_at) return unchanged({ lost: known.lost_unsent });
      const lost = Math.min(unsent, Math.max(0, maxSeq - (known?.last_seq ?? 0)));
      await laneRow(tx, lane).set({ lost_at: now(), lost_unsent: lost, unsent: 0, oldest_unsent_at: null }).execute();
      return done({ lost }, await record(tx, noteOf(lane, { unsent, maxSeq, lost })));
    });
}

const noteOf = ({ customerId, clientId }: LaneKey, facts: Note['facts']): Note => ({
  customerId,
  object: ['device', clientId],
  facts: { clientId, ...facts },
});

async function ownLane(db: Db, actor: Actor, { customerId, clientId }: LaneKey): Promise<Result<null, Refused>> {
  const access = await laneAccess(db, actor, customerId, clientId);
  if (access.ok || access.error.kind === 'forbidden') return ok(null);
  return no({ kind: access.error.kind === 'customer_gone' ? 'gone' : access.error.kind });
}
