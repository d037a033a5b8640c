// Entry of the thread that answers one list of jobs, bundled as `list-worker.mjs` beside the server's main bundle, so that 100,000 jobs do
// not hold the service's event loop.
import { parentPort, workerData } from 'node:worker_threads';
import type { JobRow } from '#contract/rows/jobs.ts';
import { JobList } from '#domain/job-list/job-list.ts';
import { dayText } from '#domain/query/day-number.ts';
import { startOfDay } from '#server/kit/lib/start-of-day.ts';
import { type ListAnswer, type ListOrder, type ListStart, nearName } from './list-work.ts';

/** Rows answered at once: the service answers others in between. */
const linesAtOnce = 2000;

const { question, ground, near } = workerData as ListStart;
const list = new JobList(question, ground, {
  startOfDay: (day, zone) => Date.parse(startOfDay(dayText(day), zone)),
  zipsNear: (zip, miles) => near.get(nearName(zip, miles)) ?? null,
});
const tell = (answer: ListAnswer) => parentPort?.postMessage(answer, []);

function tellLines(): void {
  const lines = list.lines();
  for (let from = 0; from === 0 || from < lines.length; from += linesAtOnce)
    tell({ kind: 'lines', lines: lines.slice(from, from + linesAtOnce), isLast: from + linesAtOnce >= lines.length });
}

parentPort?.on('message', (order: ListOrder) => {
  if (order.kind === 'end') return tellLines();
  const jobs = order.jobs.map((text) => JSON.parse(text) as JobRow);
  if (order.kind === 'look') {
    list.look(jobs);
    tell({ kind: 'has', rows: 0 });
  } else tell({ kind: 'has', rows: list.add(jobs) });
});
tell({ kind: 'ready', looksFirst: list.looksFirst });
