import type { RefusalCode, RowRefusal } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { Applied, CommandRefusal, RowReader, RowWrite } from './command.ts';

/** One row after a command (the same object if nothing changes), or why it is skipped. */
export type Step<R> = R | RefusedStep;
export type RefusedStep = { readonly refused: RefusalCode; readonly message: string };

const isRefused = (step: object): step is RefusedStep => 'refused' in step && 'message' in step;

/**
 * Runs a step on each row. Refused rows are listed beside those done. If every row is refused, the whole command is refused with
 * the first row's reason.
 */
export function eachRow<C extends CollectionName>(
  rows: RowReader,
  collection: C,
  ids: readonly number[],
  step: (row: RowOf<C>) => Step<RowOf<C>>,
): Result<Applied, CommandRefusal> {
  const writes: RowWrite[] = [];
  const done: number[] = [];
  const refused: RowRefusal[] = [];
  for (const id of new Set(ids)) {
    const row = rows.get(collection, id);
    const next: Step<RowOf<C>> = row ? step(row) : { refused: 'not_found', message: 'This row no longer exists.' };
    if (isRefused(next)) refused.push({ id, code: next.refused, message: next.message });
    else {
      done.push(id);
      if (next !== row) writes.push({ collection, row: next } as RowWrite);
    }
  }
  const first = refused[0];
  if (done.length === 0 && first) return { ok: false, error: { code: first.code, message: first.message } };
  return { ok: true, value: { writes, result: { done, refused } } };
}

/** The keys of rows of one collection, without duplicates and in id order: the order in which the service locks them. */
export const keysOf = <C extends CollectionName>(collection: C, ids: readonly number[]) =>
  [...new Set(ids)].sort((a, b) => a - b).map((id) => ({ collection, id }));
