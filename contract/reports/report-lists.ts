import * as z from 'zod';
import { CustomerRef, IdOrNone, PageNumber, SentDate } from '../kit/ids.ts';

/** Rows that a page of a report has at most: the documented 10000 that means all. */
export const mostReportRows = 10_000;

/** The arguments of every report that the service answers page by page. `query` finds part of a text; * matches anything. */
export const reportArgs = {
  cust: CustomerRef,
  query: z.string().max(200, 'Shorten this to 200 characters').default(''),
  page: PageNumber.default(1),
  pageSize: z.coerce.number().int().min(1).max(mostReportRows, 'Ask for at most 10000 rows').default(100),
};

/** One source by id, or 0 for all. */
export const sourceArg = { source: IdOrNone.default(0) };

/** A range of days, both included. Without one, the report says its own. */
export const rangeArgs = { from: SentDate.optional(), to: SentDate.optional() };

/** One page of a report's rows, and the number of all. */
export const reportRows = <R extends z.ZodType>(row: R) => z.object({ total: z.number(), rows: z.array(row) });

/** Whose row it is. */
export const ofCustomer = { customerId: z.number(), customer: z.string() };
