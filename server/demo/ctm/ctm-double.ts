import {
  changeIn,
  createTargetDouble,
  type DoubleCall,
  type DoubleRecord,
  type DoubleReply,
  type TargetDouble,
} from '../double-kit/target-double.ts';

export const ctmUser = { username: 'jobdock.ctm', password: 'ctm-Demo-7731' };
export const ctmStatus = 'open';
export const ctmTerms = { clients: ['5501', '5502'], nurseTypes: ['RN'], specialties: ['MS', 'TELE'] };

const ltFields = ['clientid', 'tempId', 'status', 'nursetype', 'specialty', 'date_start', 'date_end', 'shiftStartTime'].concat([
  'shiftEndTime',
  'shiftId',
  'orderType',
]);
const page = { status: 200, body: '<html><body>Error</body></html>', headers: { 'content-type': 'text/html' } };
const failed = (message: string): DoubleReply => ({ status: 200, body: [{ success: '0', message }] });

/**
 * A local fake of CTM's ClearConnect 2.0: one address, the verb as `action`, lists as answers, numbers as texts, keys in changing
 * case, a raw control character in each list, and an HTML page instead of JSON on failure.
 */
export function createCtmDouble({ now }: { now?: (() => number) | undefined } = {}): TargetDouble {
  const records = new Map<string, DoubleRecord>();
  const basic = `Basic ${Buffer.from(`${ctmUser.username}:${ctmUser.password}`).toString('base64')}`;
  const answer = (call: DoubleCall): DoubleReply => {
    if (call.headers.authorization !== basic) return failed('Login failed');
    if (!call.url.pathname.endsWith('/clearConnect/2_0/index.cfm')) return page;
    const { action, resultType, ...given } = Object.fromEntries(call.url.searchParams);
    if (resultType !== 'json') return page;
    if (action === 'getLTOrders') return list([...records.values()], given);
    if (action === 'insertLTorder') return insert(records, given);
    return page;
  };
  return createTargetDouble({ answer, held: () => [...records.values()], change: changeIn(records), now });
}

function insert(orders: Map<string, DoubleRecord>, given: Readonly<Record<string, string>>): DoubleReply {
  const { clientid = '', nursetype = '', specialty = '' } = given;
  const unknown = Object.keys(given).find((field) => !ltFields.includes(field));
  if (unknown !== undefined) return failed(`${unknown}: unknown parameter`);
  if (!ctmTerms.clients.includes(clientid)) return failed('clientid: no such client');
  if (!ctmTerms.nurseTypes.includes(nursetype)) return failed('nursetype: no such certification');
  if (!ctmTerms.specialties.includes(specialty)) return failed('specialty: no such specialty');
  if (!/^\d{4}-\d\d-\d\d$/.test(given['date_start'] ?? '')) return failed('date_start: not a date');
  const id = String(88_001 + orders.size);
  orders.set(id, { ...given, id });
  return { status: 200, body: [{ success: '1', lt_orderId: id, message: 'Inserted' }], wrote: true };
}

function list(orders: readonly DoubleRecord[], given: Readonly<Record<string, string>>): DoubleReply {
  const { status = '', specialty = '', ltOrderId = '' } = given;
  const isAsked = (order: DoubleRecord) => (ltOrderId === '' ? order['status'] === status : order.id === ltOrderId);
  const rows = orders
    .filter((order) => isAsked(order) && (specialty === '' || order['specialty'] === specialty))
    .map((order, n) => ({
      [n % 2 === 0 ? 'lt_orderId' : 'LT_ORDERID']: order.id,
      ClientId: order['clientid'],
      orderCertification: order['nursetype'],
      orderSpecialty: order['specialty'],
      dateStart: order['date_start'],
      note: 'call first\u0002',
    }));
  // ClearConnect does not escape control characters.
  const body = JSON.stringify(rows).replaceAll(String.raw`\u0002`, '\u0002');
  return { status: 200, body, headers: { 'content-type': 'application/json' } };
}
