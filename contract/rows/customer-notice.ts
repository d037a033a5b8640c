import * as z from 'zod';
import { Instant } from '../kit/ids.ts';

/**
 * A notice of the provider as one customer has it. `html` is cleaned, `text` is the same without markup. It is not shown from `expiresAt` on,
 * nor to the people (user ids) who dismissed it.
 */
export const CustomerNoticeRow = z.object({
  id: z.number(),
  noticeId: z.number(),
  name: z.string(),
  html: z.string(),
  text: z.string(),
  shownSince: Instant,
  expiresAt: Instant.nullable(),
  dismissedBy: z.array(z.number()),
});
export type CustomerNoticeRow = z.infer<typeof CustomerNoticeRow>;
