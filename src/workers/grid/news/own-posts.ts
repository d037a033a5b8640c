import { all, any, postMarksKey } from '#domain/staging/job-conditions.ts';
import type { GridEngine } from '../../columns/grid-engine.ts';

const underway = any(
  ...['wanted', 'sending', 'unknown'].map((state) => ({ kind: 'contains', column: postMarksKey, text: `:${state}` }) as const),
);

/** Jobs that this user posts. The results of their posts show at once in held rows, as the user's own changes do. */
export class OwnPosts {
  readonly #ids = new Set<number>();

  /** Takes in the jobs that the user changed and those that were read again. Returns the latter as far as the user posts them. */
  take(engine: GridEngine, { own, read }: Record<'own' | 'read', readonly number[]>): readonly number[] {
    const results = read.filter((id) => this.#ids.has(id));
    const ids = [...new Set([...own, ...results])];
    const still = new Set(engine.idsWhere(all({ kind: 'ids', ids }, underway), ids.length));
    for (const id of results) if (!still.has(id)) this.#ids.delete(id);
    for (const id of own) if (still.has(id)) this.#ids.add(id);
    return results;
  }
}
