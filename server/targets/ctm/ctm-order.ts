import { followedValues, madeValues } from '../adapter/order-values.ts';
import type { SentValues } from '../adapter/sent-values.ts';
import type { SentOrder } from '../adapter/target-adapter.ts';

/** What Jobdock itself says with each call, so that no field mapping may set it. */
const own = ['action', 'resultType', 'status', 'isOpen'];

/** The values of a new long-term order, under the names of `insertLTorder`. */
export const newOrder = (order: SentOrder): SentValues => madeValues(order, own);

/** The values that follow the job. `isOpen` is no field of CTM: it says that the order must be closed there. */
export const followedOrder = (order: SentOrder): SentValues => ({
  ...followedValues(order, own),
  isOpen: order.job.status === 'Open',
});

/** An order as CTM lists it, read from rows whose keys differ in case. */
export type CtmRow = Readonly<Record<string, string>>;

/** Reads a row: keys in lower case, and numbers and texts alike as texts. */
export const ctmRow = (row: object): CtmRow =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key.toLowerCase(), value === null ? '' : String(value).trim()]));

/** The values that identify an order, and the names of their columns in a row. */
const columns = {
  clientid: 'clientid',
  nursetype: 'ordercertification',
  specialty: 'orderspecialty',
  date_start: 'datestart',
} as const;
/** Columns that not every row has. Where they are there, they must be equal as well. */
const moreColumns = { date_end: 'dateend', shiftId: 'shiftid' } as const;

const textOf = (value: unknown): string => String(value);

/** A value as CTM gets it: text, blank for none. */
export const sentText = (value: unknown): string => (value == null ? '' : textOf(value));

/** Whether a row shows every value that was sent. */
export function isSameOrder(row: CtmRow, values: SentValues): boolean {
  const isEqual = ([field, column]: readonly [string, string]) => row[column] === sentText(values[field]);
  return (
    Object.entries(columns).every(isEqual) &&
    Object.entries(moreColumns).every((one) => row[one[1]] === undefined || isEqual(one))
  );
}

/** The values of a row under the names of `insertLTorder`, as texts; null for a blank one. Columns that it does not have are left out. */
export const shownValues = (row: CtmRow, fields: readonly string[]): SentValues =>
  Object.fromEntries(
    Object.entries({ ...columns, ...moreColumns }).flatMap(([field, column]) => {
      const value = row[column];
      return value === undefined || !fields.includes(field) ? [] : [[field, value || null]];
    }),
  );
