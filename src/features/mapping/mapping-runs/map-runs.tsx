import { cancelMapRun, listMapRuns, type MapRun } from '#contract/mapping/mapping-runs.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { useOpenPanel } from '#src/ui/panel/side-panel.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { StartMapping } from '../first-steps/first-steps.tsx';
import { MapRunPanel } from './map-run-panel.tsx';
import { isOver, undoLabel, useUndoRun } from './undo-run.ts';
import './map-runs.css';

const states: Record<MapRun['state'], readonly [words: string, tone: BadgeTone]> = {
  queued: ['Queued', 'pending'],
  running: ['Running', 'info'],
  done: ['Done', 'good'],
  cancelled: ['Stopped', 'warn'],
  failed: ['Failed', 'bad'],
  undoing: ['Undoing', 'info'],
  undone: ['Undone', 'neutral'],
};

const col = columnsOf<MapRun>();
const columns = [
  col('name', 'Run'),
  col('state', 'Status', { cell: (run) => <State run={run} /> }),
  col('seen', 'Checked', {
    align: 'end',
    cell: ({ seen, total }) => `${seen.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
  }),
  col('changed', 'Changed', { align: 'end' }),
  col('jobs', 'Open jobs', { align: 'end' }),
  col('by', 'By'),
  col('queuedAt', 'Started', { cell: ({ queuedAt }) => <Ago at={queuedAt} /> }),
];
const canUndo = ({ state, changed }: MapRun) => (state === 'done' || state === 'cancelled') && changed > 0;
const someRun = (runs: readonly MapRun[]) => runs.some((run) => !isOver(run));

/** `/mapruns`: bulk and automatic runs with their changes. Users can stop or undo a run. */
export function MapRuns() {
  const { customer } = useSession();
  const cached = useReply(listMapRuns, { cust: customer.id }, { again: someRun });
  const { reply, refresh } = cached;
  const list = useList(reply, { sort: 'queuedAt', descending: true, searchIn: ['name', 'by'], from: cached });
  const { open, show, close } = useOpenPanel();
  const shown = reply?.find(({ id }) => open?.kind === 'run' && String(id) === open.id);
  const actions = useRunActions(refresh);
  return (
    <div className="map-runs">
      <ListPage
        title="Mapping runs"
        noun="run"
        list={list}
        firstUse={
          <EmptyState kind="first-use" title="No mapping runs yet">
            <p>Each automatic or bulk mapping run is listed here with its changes. You can undo a whole run.</p>
            <StartMapping />
          </EmptyState>
        }
      >
        <DataTable
          list={list}
          label="Mapping runs"
          columns={columns}
          rowKey={(run) => run.id}
          actions={[
            {
              label: 'Stop',
              run: actions.stop,
              when: (run) => !isOver(run) && run.state !== 'undoing' && !run.stopping,
              online: true,
            },
            { label: 'Undo', run: actions.undo, when: canUndo, online: true },
            { label: 'Changes', run: ({ id }) => show('run', id), when: ({ changed }) => changed > 0 },
          ]}
        />
      </ListPage>
      {shown && <MapRunPanel key={shown.id} run={shown} onClose={close} />}
    </div>
  );
}

function State({ run }: { run: MapRun }) {
  const [words, tone] = states[run.state];
  const result = undoLabel(run) ?? run.message;
  return (
    <span>
      <StateBadge tone={tone}>{run.stopping ? 'Stopping' : words}</StateBadge> <span className="muted">{result}</span>
    </span>
  );
}

function useRunActions(refresh: () => void) {
  const call = useCall();
  const { customer } = useSession();
  const undoRun = useUndoRun();
  return {
    stop: async ({ id }: MapRun) => {
      await call(cancelMapRun, { cust: customer.id, id });
      refresh();
    },
    undo: async (run: MapRun) => {
      const answer = await ask({
        title: `Undo ${counted(run.changed, 'text')}?`,
        body: `${run.name}. Values that no one changed since are restored. Posted jobs are updated in the ATS with the earlier values, if there were any.`,
        choices: { undo: { words: `Undo ${counted(run.changed, 'text')}`, tone: 'primary' }, keep: { words: 'Cancel' } },
        safe: 'keep',
      });
      if (answer !== 'undo') return;
      await undoRun(run);
      refresh();
    },
  };
}
