import * as z from 'zod';
import type { Audience } from '#contract/support/audience.ts';

/** The audience in a form’s draft. */
export const audienceDraft = {
  customers: z.array(z.number()),
  crawlers: z.array(z.number()),
  targetKinds: z.array(z.number()),
  everyone: z.boolean(),
};

/** What the service gets: lists that are hidden because everyone is addressed are not sent. */
export const sentAudience = ({ customers, crawlers, targetKinds, everyone }: Audience): Audience =>
  everyone ? { customers: [], crawlers: [], targetKinds: [], everyone } : { customers, crawlers, targetKinds, everyone };
