import { createHash } from 'node:crypto';

/** Finds pages that repeat an earlier one: paging that leads in a circle would give jobs for ever. */
export function repeatedPages() {
  const seen = new Map<string, number>();
  return {
    /** The earlier page with the same rows or the same other mark, such as its address; null if there is none. An empty page repeats none. */
    before(page: number, rows: readonly unknown[], mark?: string): number | null {
      const print = rows.length === 0 ? undefined : createHash('sha256').update(JSON.stringify(rows)).digest('base64');
      const marks = [print, mark].filter((one) => one !== undefined);
      const earlier = marks.map((one) => seen.get(one)).find((one) => one !== undefined) ?? null;
      for (const one of marks) seen.set(one, page);
      return earlier;
    },
  };
}
