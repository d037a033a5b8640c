import * as z from 'zod';

/** Reply of a list that ends after its newest rows: those, and how many there are in all. Not for documented calls. */
export const newestOf = <R extends z.ZodType>(row: R) => z.object({ total: z.number().int(), rows: z.array(row) });

/** The newest rows of a list, and how many it has in all. */
export type Newest<R> = { readonly total: number; readonly rows: readonly R[] };
