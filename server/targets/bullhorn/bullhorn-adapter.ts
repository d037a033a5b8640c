import * as z from 'zod';
import type { AtsField } from '#contract/posting/ats-fields.ts';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { begunFields, followedValues } from '../adapter/order-values.ts';
import type { CheckAnswer, FindAnswer, PostAnswer, SentOrder, TargetAdapter } from '../adapter/target-adapter.ts';
import { readFrom } from '../adapter/written.ts';
import { bullhornList, listsByChange, readsAll } from './bullhorn-lists.ts';
import { readMeta } from './bullhorn-meta.ts';
import { errorMessage } from './bullhorn-session.ts';
import { changedOrders } from './changed-orders.ts';
import { type BullhornDefaults, jobOrderBody, listsOf, ownFields } from './job-order.ts';
import { readJobOrder } from './read-job-order.ts';
import { updateJobOrder } from './update-job-order.ts';
import { type Session, written } from './written.ts';

/** The documented number of Bullhorn among the kinds of target. */
const bullhorn = 8;

const Page = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

/**
 * Posts job orders to Bullhorn's REST API. Bullhorn has no idempotency key: the reference is stored in `externalID` and looked up
 * through `query` (the database, not the lagging search index). A call with an unknown result is never simply repeated.
 */
export function bullhornAdapter(session: Session, defaults: BullhornDefaults, reads = readsAll): TargetAdapter {
  return {
    nativeIdempotency: connectionOf('bullhorn').can.nativeIdempotency,
    post: (order) => post(session, defaults, order),
    values: (order) => followedValues(order, ownFields),
    closing: [],
    update: (externalId, changes) => updateJobOrder(session, externalId, changes),
    find: (reference) => find(session, reference),
    changes: (name, since) => changedOrders(session, name, since),
    read: (externalId, names) => readJobOrder(session, externalId, names),
    check: () => check(session),
    fields: () => jobOrderFields(session),
    byChanges: listsByChange,
    list: (kind, since) => bullhornList(session, kind, reads, since),
  };
}

async function post(session: Session, defaults: BullhornDefaults, order: SentOrder): Promise<PostAnswer> {
  const made = await written(session, 'PUT', 'entity/JobOrder', jobOrderBody(order, defaults));
  if (made.kind !== 'done') return made;
  return { kind: 'done', externalId: String(made.value), words: await attach(session, made.value, order) };
}

/**
 * Bullhorn refuses to-many fields in the create body, so they follow one by one, such as its categories and specialties. Returns a message if
 * one failed.
 */
async function attach(session: Session, id: number, order: SentOrder): Promise<string | null> {
  const failures: string[] = [];
  for (const [field, ids] of Object.entries(listsOf(order.fields.values))) {
    if (ids.length === 0) continue;
    const answer = await written(session, 'PUT', `entity/JobOrder/${id}/${field}/${ids.join(',')}`);
    if (answer.kind !== 'done') failures.push(`${field}: ${answer.words}`);
  }
  return failures.length > 0 ? `Posted, but not attached: ${failures.join('; ')}` : null;
}

async function find(session: Session, reference: string): Promise<FindAnswer> {
  // References are base32, so they contain no quote.
  const query = new URLSearchParams({ where: `externalID='${reference}'`, fields: 'id,externalID', count: '2' });
  return readFrom<FindAnswer>(
    async () => {
      const answer = await session.call('GET', `query/JobOrder?${query.toString()}`);
      const page = Page.safeParse(answer.body);
      if (!page.success) return { kind: 'unknown', words: errorMessage(answer) ?? `Bullhorn answered ${answer.status}` };
      const first = page.data.data[0];
      return first ? { kind: 'found', externalId: String(first['id']) } : { kind: 'absent' };
    },
    (words) => ({ kind: 'unknown', words }),
  );
}

async function check(session: Session): Promise<CheckAnswer> {
  return readFrom<CheckAnswer>(
    async () => {
      const answer = await session.call('GET', 'ping');
      return answer.status === 200
        ? { kind: 'ok' }
        : { kind: 'failed', words: errorMessage(answer) ?? `Bullhorn answered ${answer.status}` };
    },
    (words) => ({ kind: 'failed', words }),
  );
}

/** The fields that job orders begin with, for tenants that refuse to list all of theirs. */
const knownFields: readonly string[] = [...ownFields, ...begunFields(bullhorn)].sort();

async function jobOrderFields(session: Session): Promise<AtsField[] | null> {
  return readFrom<AtsField[] | null>(
    async () => {
      const fields = await readMeta(session, 'JobOrder', knownFields);
      return (
        fields?.map(({ name, label, dataType, type, maxLength, options }) => ({
          label: label ?? name,
          name,
          length: maxLength ?? null,
          type: dataType ?? type ?? '',
          picklistValues: (options ?? []).map((option) => ({ value: String(option.value), label: option.label })),
        })) ?? null
      );
    },
    () => null,
  );
}
