import * as z from 'zod';

/**
 * Text that PostgreSQL stores as it is: without U+0000 and without half of a surrogate pair. Every text of a request is judged by
 * it, in path, query and body, at any depth.
 */
export const Text = z
  .string()
  .refine(
    (text) => !/[\0\p{Surrogate}]/u.test(text),
    'Remove the characters that cannot be stored (U+0000, half of a character)',
  );
