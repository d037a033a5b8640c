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

/**
 * A sentence for each text that `Text` refuses, by its place (`rows.3.name`), names of fields included, at any depth. Without
 * recursion: a body may be nested deeper than the call stack. `elsewhere` names places that someone else judges.
 */
export function textProblems(value: unknown, elsewhere?: RegExp): Record<string, string> {
  const fields: Record<string, string> = {};
  const rest: [path: string, value: unknown][] = [['', value]];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [path, value] = next;
    if (elsewhere?.test(path)) continue;
    const judged = typeof value === 'string' ? Text.safeParse(value) : undefined;
    if (judged?.error) fields[path] = judged.error.issues[0]?.message ?? '';
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    for (const [key, part] of Object.entries(value)) {
      const name = Text.safeParse(key);
      if (name.error) fields[path || 'body'] = name.error.issues[0]?.message ?? '';
      else rest.push([path === '' ? key : `${path}.${key}`, part]);
    }
  }
  return fields;
}
