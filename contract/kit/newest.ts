import * as z from 'zod';

/** Reply with the newest rows of a list and the `total` number of its rows. Not for documented calls. */
export const newestOf = <R extends z.ZodType>(row: R) => z.object({ total: z.number().int(), rows: z.array(row) });

/** The newest rows of a list, and the number of all its rows. */
export type Newest<R> = { readonly total: number; readonly rows: readonly R[] };
