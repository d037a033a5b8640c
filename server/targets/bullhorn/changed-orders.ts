import * as z from 'zod';
import type { ChangedThere } from '../adapter/target-adapter.ts';
import { readFrom } from '../adapter/written.ts';
import type { Session } from './written.ts';

/** A batch of events. Bullhorn answers without one if there are none. */
const Batch = z.object({ requestId: z.number(), events: z.array(z.object({ entityName: z.string(), entityId: z.number() })) });
const Subscribed = z.object({ lastRequestId: z.number() });

const mostEvents = 100;
/** Batches whose answer was lost are read again by their number; the slice of the watch finds what older ones named. */
const mostLost = 5;

/**
 * What a subscription reports: changes of one kind of entity. `name` is ours, the same each time. `tellsOfGaps`: one that ended, or whose
 * batches can no longer be read, is not made again here, but reported.
 */
type Subscription = { readonly name: string; readonly entity: string; readonly eventTypes: string; readonly tellsOfGaps?: true };

/** The answer of a subscription that tells of gaps: events were lost since the last reading. */
const gap: ChangedThere = { externalIds: [], since: '' };

/** The job orders that Bullhorn's events name (`changedEntities`). */
export const changedOrders = (session: Session, name: string, since: string | null): Promise<ChangedThere | null> =>
  changedEntities(session, { name, entity: 'JobOrder', eventTypes: 'INSERTED,UPDATED,DELETED' }, since);

/**
 * The entities that a subscription's events name. `since` is the number of the last batch that was read. A subscription that is new, or
 * that ended because no one read it for 30 days, begins with the next change.
 */
export const changedEntities = (
  session: Session,
  subscription: Subscription,
  since: string | null,
): Promise<ChangedThere | null> =>
  readFrom<ChangedThere | null>(
    async () => {
      const path = `event/subscription/${subscription.name}`;
      if (since === null) return subscribe(session, path, subscription);
      const answer = await session.call('GET', `${path}?maxEvents=${mostEvents}`);
      if (answer.status >= 500) return null;
      if (answer.status >= 400) return subscription.tellsOfGaps ? gap : subscribe(session, path, subscription);
      const batch = Batch.safeParse(answer.body);
      if (!batch.success) return { externalIds: [], since };
      const { requestId } = batch.data;
      const isLost = requestId <= Number(since) || requestId - Number(since) > mostLost + 1;
      if (subscription.tellsOfGaps && isLost) return gap;
      const idsOf = idsNamed(subscription.entity);
      const lost = await lostBatches(session, path, Number(since), requestId);
      return { externalIds: [...new Set([...lost, batch.data].flatMap(idsOf))], since: String(requestId) };
    },
    () => null,
  );

async function subscribe(session: Session, path: string, { entity, eventTypes }: Subscription): Promise<ChangedThere | null> {
  const query = new URLSearchParams({ type: 'entity', names: entity, eventTypes });
  const answer = await session.call('PUT', `${path}?${query.toString()}`);
  if (answer.status >= 400) return null;
  return { externalIds: [], since: String(Subscribed.safeParse(answer.body).data?.lastRequestId ?? 0) };
}

/** The batches between the last one that was read and this one: their answers did not arrive. */
async function lostBatches(session: Session, path: string, last: number, current: number): Promise<z.infer<typeof Batch>[]> {
  const batches: z.infer<typeof Batch>[] = [];
  for (let request = Math.max(last + 1, current - mostLost); request < current; request++) {
    const batch = Batch.safeParse((await session.call('GET', `${path}?maxEvents=${mostEvents}&requestId=${request}`)).body);
    if (batch.success) batches.push(batch.data);
  }
  return batches;
}

const idsNamed =
  (entity: string) =>
  ({ events }: z.infer<typeof Batch>): string[] =>
    events.filter(({ entityName }) => entityName === entity).map(({ entityId }) => String(entityId));
