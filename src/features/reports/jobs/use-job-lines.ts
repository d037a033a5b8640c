import { useEffect, useState } from 'react';
import { shownValue, type WorkTypeWords } from '#domain/job-list/job-line.ts';
import type { JobReportLine } from '#domain/reports/jobs/jobs-report.ts';
import type { JobSource } from '#src/entities/job/use-job-grid.ts';
import type { Cell } from '#src/ui/grid/model/grid-source.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';

/** Rows read from the worker at once: the page stays usable in between. */
const readAtOnce = 2000;

/** The jobs `from` (included) to `to` (excluded) of the shown order, with the values of some columns. Null until they are here. */
export function useJobLines(
  { source }: Pick<JobSource, 'source'>,
  from: number,
  to: number,
  keys: readonly string[],
  words: WorkTypeWords,
): readonly JobReportLine[] | null {
  const asked = keys.join('\n');
  const [lines, setLines] = useState<readonly JobReportLine[] | null>(null);
  useEffect(() => {
    let stale = false;
    const wanted = asked.split('\n');
    source.window(from, to, wanted).then(
      (window) => {
        if (!stale && window) setLines(Array.from(window.ids, (id, i) => lineOf(id, i, window.cells, wanted, words)));
      },
      () => undefined, // the worker died; its next news triggers the query again
    );
    return () => {
      stale = true;
    };
  }, [source, from, to, asked, words]);
  return lines;
}

/** All jobs of the shown order with the values of some columns. A job that is removed meanwhile is left out. */
export async function allJobLines(
  client: Pick<GridClient, 'allIds' | 'cellsOf'>,
  keys: readonly string[],
  words: WorkTypeWords,
): Promise<JobReportLine[]> {
  const ids = Array.from(await client.allIds());
  const lines: JobReportLine[] = [];
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const part = ids.slice(at, at + readAtOnce);
    const cells = await client.cellsOf(part, ['id', ...keys]);
    for (const [i, id] of part.entries()) if ((cells['id']?.[i] ?? null) !== null) lines.push(lineOf(id, i, cells, keys, words));
  }
  return lines;
}

type Cells = Readonly<Record<string, ArrayLike<Cell>>>;

const lineOf = (id: number, at: number, cells: Cells, keys: readonly string[], words: WorkTypeWords): JobReportLine => ({
  ...Object.fromEntries(keys.map((key) => [key, shownValue(key, cells[key]?.[at] ?? null, words)])),
  id,
});
