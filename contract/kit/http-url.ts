import * as z from 'zod';

/** A whole http or https address. `error` says what to write. */
export const httpUrl = (error: string) => z.url({ protocol: /^https?$/, error }).max(2000, 'Use at most 2,000 characters');
