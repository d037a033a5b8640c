import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

const ids = z.array(RowId).max(5000, 'Choose at most 5,000 entries');

/**
 * Fields that say who is addressed: ids of customers, of crawlers that their tasks use, and of kinds of targets that they have. A person is
 * addressed if their customer matches every list that is not empty, by any entry of it. Without a list, `everyone` must be true.
 */
export const audienceFields = {
  customers: wire('Customers', ids),
  crawlers: wire('VMS', ids),
  targetKinds: wire('ATS', ids),
  everyone: wire('Everyone', z.boolean().default(false)),
};
export const Audience = z.object(audienceFields);
export type Audience = z.output<typeof Audience>;

/** How many are addressed. */
export const Reached = z.object({ customers: z.number().int(), people: z.number().int() });
export type Reached = z.infer<typeof Reached>;
