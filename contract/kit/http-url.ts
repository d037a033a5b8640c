import * as z from 'zod';

/** A whole http or https address. `error` says what to write. */
export const httpUrl = (error: string) => z.url({ protocol: /^https?$/, error }).max(2000, 'Use at most 2,000 characters');

/** A whole address of a feed, API or portal (http, https), or of a mailbox (imaps, imap). `error` says what to write. */
export const vendorUrl = (error: string) =>
  z.url({ protocol: /^(?:https?|imaps?)$/, error }).max(2000, 'Use at most 2,000 characters');
