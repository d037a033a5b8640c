import * as z from 'zod';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { type DefaultIds, workTypeId } from '#domain/targets/settings/default-ids.ts';
import { withoutEmpty } from '../adapter/order-values.ts';
import { readOrder } from '../adapter/read-order.ts';
import type { SentValues } from '../adapter/sent-values.ts';
import type {
  FindAnswer,
  JobOrder,
  PostAnswer,
  ReadAnswer,
  SentOrder,
  TargetAdapter,
  UpdateAnswer,
} from '../adapter/target-adapter.ts';
import type { Ask, TargetReply } from '../adapter/target-http.ts';
import { readFrom, type WriteFailure, writtenBy } from '../adapter/written.ts';
import { type CtmRow, ctmRow, followedOrder, isSameOrder, newOrder, sentText, shownValues } from './ctm-order.ts';

const { can } = connectionOf('ctm');
const name = 'CTM';

type CtmSite = {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The status that new orders get, in the agency's own words. */
  readonly orderStatus: string;
  /** Why an order was canceled, as the agency says it. */
  readonly voidReason: string;
  readonly ids: DefaultIds;
};
type Access = CtmSite & { readonly ask: Ask };

/** CTM answers everything as a list. */
const Rows = z.array(z.looseObject({}));

/** A post whose answer may be lost: what was sent, and the equal orders that were there before. */
type Open = { readonly values: SentValues; readonly before: ReadonlySet<string> };

const perDiem = 3;
const noPerDiem =
  'CTM’s fields of per-diem orders are not documented, so Jobdock posts long-term orders only: enter this one in CTM.';
const forgotten =
  'CTM has no field for Jobdock’s reference, and the service was started again since the call, so Jobdock cannot see which order is this job’s.';
const several = 'CTM has no field for Jobdock’s reference and does not show exactly one new order that equals this job.';

/**
 * Posts long-term orders to CTM's ClearConnect. CTM has no field for our reference: after a lost answer, one new order that equals
 * the job in every value is taken for it, and anything else is left to a person. It documents no call that changes or closes an order.
 */
export function ctmAdapter(access: Access): TargetAdapter {
  const open = new Map<string, Open>();
  /** Orders that are known to belong to a job. */
  const owned = new Set<string>();
  return {
    nativeIdempotency: can.nativeIdempotency,
    post: (order) => post(access, order, open, owned),
    values: followedOrder,
    closing: ['isOpen'],
    async update(id, changes): Promise<UpdateAnswer> {
      const { voidReason } = access;
      if (changes['isOpen']?.after === false)
        return {
          kind: 'refused',
          words: `CTM documents no call that closes an order: close order ${id} there, with the reason “${voidReason}”.`,
        };
      const fields = Object.keys(changes).filter((field) => field !== 'isOpen');
      if (fields.length === 0)
        return { kind: 'refused', words: `CTM documents no call that opens an order again: open order ${id} there.` };
      return {
        kind: 'refused',
        words: `CTM documents no call that changes an order: change ${fields.join(', ')} of order ${id} there.`,
      };
    },
    find: (reference) => find(access, reference, open, owned),
    read: (id, fields) => read(access, id, fields),
    check: () =>
      readFrom(
        async () => {
          const reply = await call(access, 'GET', 'getLTOrders', { status: access.orderStatus });
          return readRows(reply) ? { kind: 'ok' } : { kind: 'failed', words: wordsOf(reply) ?? `CTM answered ${reply.status}` };
        },
        (words) => ({ kind: 'failed', words }),
      ),
    fields: async () => null,
    list: async () => null,
  };
}

async function post(access: Access, order: SentOrder, open: Map<string, Open>, owned: Set<string>): Promise<PostAnswer> {
  if (order.job.workType === perDiem) return { kind: 'refused', words: noPerDiem };
  const values = newOrder(order);
  const before = await equalOrders(access, values);
  if (!Array.isArray(before)) return before;
  open.set(order.reference, { values, before: new Set(before) });
  const sent = Object.entries(withoutEmpty(values)).map(([field, value]) => [field, sentText(value)]);
  const made = await writtenBy({ name, read: madeOf, wordsOf, isRefusal: (reply) => isError(rowsOf(reply)?.[0]) }, () =>
    call(access, 'POST', 'insertLTorder', {
      ...(Object.fromEntries(sent) as Record<string, string>),
      status: access.orderStatus,
      ...orderTypeOf(order, access.ids),
    }),
  );
  if (made.kind !== 'unknown') open.delete(order.reference);
  if (made.kind !== 'done') return made;
  owned.add(made.value);
  return { kind: 'done', externalId: made.value, words: null };
}

/**
 * The order type: what the agency chose for the job's source, or else for its work type. CTM can change no order, so a later choice
 * counts for new orders only.
 */
function orderTypeOf({ job, orderType }: JobOrder, ids: DefaultIds): { orderType?: string } {
  const chosen = orderType ?? workTypeId(job, ids);
  return chosen === null ? {} : { orderType: chosen };
}

const find = (access: Access, reference: string, open: Map<string, Open>, owned: Set<string>): Promise<FindAnswer> =>
  readFrom<FindAnswer>(
    async () => {
      const sent = open.get(reference);
      if (!sent) return { kind: 'unclear', words: forgotten };
      const equal = await equalOrders(access, sent.values);
      if (!Array.isArray(equal)) return { kind: 'unknown', words: equal.words };
      const [found, ...others] = equal.filter((id) => !sent.before.has(id) && !owned.has(id));
      // Another open post with the same values could be the one that made it.
      const rivals = [...open].filter(([other, { values }]) => other !== reference && isAlike(values, sent.values));
      if (found === undefined || others.length > 0 || rivals.length > 0) return { kind: 'unclear', words: several };
      open.delete(reference);
      owned.add(found);
      return { kind: 'found', externalId: found };
    },
    (words) => ({ kind: 'unknown', words }),
  );

const isAlike = (one: SentValues, other: SentValues): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The ids of the orders that equal these values. Otherwise why they could not be read; CTM's own message is a refusal. */
const equalOrders = (access: Access, values: SentValues): Promise<string[] | WriteFailure> =>
  readFrom<string[] | WriteFailure>(
    async () => {
      const specialty = sentText(values['specialty']);
      const reply = await call(access, 'GET', 'getLTOrders', { status: access.orderStatus, specialty });
      const rows = readRows(reply);
      const words = wordsOf(reply);
      if (!rows) return { kind: words === null ? 'later' : 'refused', words: words ?? `CTM answered ${reply.status}` };
      return rows.filter((row) => isSameOrder(row, values)).flatMap((row) => row['lt_orderid'] ?? []);
    },
    (words) => ({ kind: 'later', words }),
  );

/** Reads one order by its id. CTM lists by status, so an order that is not listed is not proven to be gone. */
const read = (access: Access, id: string, fields: readonly string[]): Promise<ReadAnswer> =>
  readOrder(async () => {
    const reply = await call(access, 'GET', 'getLTOrders', { ltOrderId: id });
    const rows = readRows(reply);
    if (!rows) return { kind: 'unknown', words: wordsOf(reply) ?? `CTM answered ${reply.status}` };
    const row = rows.find((one) => one['lt_orderid'] === id);
    if (!row) return { kind: 'unclear', words: `CTM does not list order ${id}, which may be closed or gone: look for it there.` };
    return { kind: 'found', values: shownValues(row, fields), open: null };
  });

const rowsOf = ({ status, body }: TargetReply): CtmRow[] | undefined =>
  status === 200 ? Rows.safeParse(body).data?.map(ctmRow) : undefined;

const isError = (row: CtmRow | undefined): boolean => row?.['success'] === '0';

/** The rows of a list. An error is a list as well, and no empty one. */
function readRows(reply: TargetReply): CtmRow[] | undefined {
  const rows = rowsOf(reply);
  return rows?.some(isError) ? undefined : rows;
}

/** The id of a made order. Success is the text `1`, also in an answer with status 200. */
function madeOf(reply: TargetReply): string | undefined {
  const [row] = rowsOf(reply) ?? [];
  const id = row?.['lt_orderid'];
  return row?.['success'] === '1' && id !== undefined && id !== '' ? id : undefined;
}

function wordsOf({ body }: TargetReply): string | null {
  const [row] = Rows.safeParse(body).data ?? [];
  return (row && ctmRow(row)['message']) || null;
}

const call = (
  { ask, url, username, password }: Access,
  method: 'GET' | 'POST',
  action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<TargetReply> =>
  ask(`${url}?${new URLSearchParams({ action, resultType: 'json', ...parameters }).toString()}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  });
