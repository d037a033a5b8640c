import type { listRuns } from '#contract/collecting/runs.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import type { DrawnChart } from '#domain/reports/charts/drawn-chart.ts';
import { ChartView } from '#src/ui/chart/chart-view.tsx';
import '#src/ui/chart/chart.css';

type Run = ReplyOf<typeof listRuns>['rows'][number];

/** The runs of a task as squares, the newest one last. A square opens its run in the list below. */
export const LastRuns = ({ runs, taskId }: { runs: readonly Run[]; taskId: number }) => (
  <ChartView
    drawn={squaresOf(runs, taskId)}
    label="Recent runs, the newest last. Arrow keys go from run to run; the list below has the same runs."
    hrefOf={(opens) => (opens !== null && 'to' in opens ? opens.to : null)}
  />
);

/** `runs` are the newest first. */
function squaresOf(runs: readonly Run[], taskId: number): DrawnChart {
  const parts = runs.toReversed().map(({ id, startedAt, endedAt, error }) => ({
    key: String(id),
    figure: 1,
    words: error === null ? (endedAt === null ? 'Running' : 'Done') : collectErrors[error].name,
    reason: '',
    at: startedAt,
    tone: error === null ? (1 as const) : (4 as const),
    opens: { to: `/edittask/${taskId}?run=${id}` },
  }));
  const failed = parts.filter(({ tone }) => tone === 4).length;
  const bar = {
    key: 'runs',
    name: runs.length === 1 ? 'The last run' : `The last ${runs.length} runs`,
    note: '',
    rows: runs.length,
    figure: failed,
    words: `${failed} failed`,
    mark: null,
    opens: null,
    parts,
    cells: [],
  };
  return { kind: 'squares', head: '', columns: [], bars: [bar], rest: null, none: null, most: 0 };
}
