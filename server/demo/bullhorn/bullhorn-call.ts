import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BullhornRecord, BullhornRecords } from './bullhorn-records.ts';
import type { BullhornFault } from './bullhorn-wire.ts';
import { nameOfTerm } from './demo-candidates.ts';

/** A call below `{corp}/`, with what it is answered from. */
export type RestCall = {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
  records: BullhornRecords;
  faults: BullhornFault[];
  calls: string[];
  now: () => number;
};

/** Whether a search or query finds a row. */
export type Condition = (row: BullhornRecord) => boolean;
export const always: Condition = () => true;

/** Like Bullhorn, an entity shows only the first ids of a list. */
export const mostShown = 5;

/** The asked fields of a candidate. A list has its first ids, as many as its name asks for: `categories[200](id,name)`. */
export function shownCandidate(row: BullhornRecord, url: URL): Record<string, unknown> {
  const asked = (url.searchParams.get('fields') ?? '').matchAll(/(\w+)(?:\[(\d+)\])?(?:\(([\w,]+)\))?(?:,|$)/g);
  return Object.fromEntries(
    Array.from(asked, ([, name = '', most = String(mostShown), inner = '']) => {
      const value = row[name];
      if (!Array.isArray(value)) return [name, value ?? null];
      const withName = inner.split(',').includes('name');
      const shown = (id: number) => ({ id, ...(withName && { name: nameOfTerm(name, id) }) });
      return [name, { total: value.length, data: (value as number[]).slice(0, Number(most)).map(shown) }];
    }),
  );
}
