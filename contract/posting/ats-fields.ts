import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';

/** A field of an ATS’s job orders. `length`: most characters of its text; null if it has no limit, or holds something else. */
export const AtsField = z.object({
  label: z.string(),
  name: z.string(),
  length: z.number().nullable(),
  type: z.string(),
  picklistValues: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type AtsField = z.infer<typeof AtsField>;

export const listAtsFields = endpoint('GET /api/atsobjects/fieldlist/:target/:cust', {
  about: 'The fields of the job orders of a target’s ATS, read there now, by name. `type` is the ATS’s own word.',
  args: z.object({ target: Id, cust: CustomerRef }),
  reply: z.array(AtsField),
  fails: ['invalid', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: [{ label: 'Job Title', name: 'title', length: 100, type: 'String', picklistValues: [] }],
});

export const atsFieldEndpoints = [listAtsFields] as const;
