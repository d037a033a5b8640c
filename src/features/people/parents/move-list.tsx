import type { ReactNode } from 'react';
import { listMoves, type SourceMoveRun, stopMove, undoMove } from '#contract/people/moves.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import './parents.css';

const col = columnsOf<SourceMoveRun>();
const columns = [
  col('childName', 'To'),
  col('parentName', 'From'),
  col('sources', 'Result', { cell: (move) => <Outcome move={move} /> }),
  col('by', 'By'),
  col('queuedAt', 'Started', { cell: ({ queuedAt }) => <Ago at={queuedAt} /> }),
];

const isUnderWay = ({ state }: SourceMoveRun) => state === 'queued' || state === 'running' || state === 'undoing';
const someMove = (moves: readonly SourceMoveRun[]) => moves.some(isUnderWay);

/** Moves of sources to children, the newest first. One can be stopped, and undone as a whole. */
export function MoveList({ tabs }: { tabs: ReactNode }) {
  const cached = useReply(listMoves, { customer: -1 }, { again: someMove });
  const list = useList(cached.reply, {
    sort: 'queuedAt',
    descending: true,
    searchIn: ['parentName', 'childName', 'by'],
    from: cached,
  });
  const args = ({ parent, id }: SourceMoveRun) => ({ customer: parent, id });
  const stop = useDo(stopMove, {
    args,
    said: () => ({ title: 'The move stops before its next source' }),
    failed: 'The move was not stopped',
    refreshes: [listMoves],
  });
  const undo = useDo(undoMove, {
    args,
    said: ({ changed, parentName }) => ({
      title: 'Undo started',
      detail: `${counted(changed, 'source')} back to ${parentName}`,
    }),
    failed: 'The move was not undone',
    refreshes: [listMoves],
  });
  const undoAndWatch = async (move: SourceMoveRun) => {
    if (await undo(move)) longWorkNews.begun();
  };
  return (
    <ListPage
      title="Parents and children"
      noun="move"
      list={list}
      filters={tabs}
      firstUse={
        <EmptyState kind="first-use" title="No sources were moved">
          <p>Choose Move sources to child in the menu of a link. Each move is listed here, and can be undone as a whole.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Moved sources"
        columns={columns}
        rowKey={({ id }) => id}
        actions={[
          { label: 'Stop', run: stop, when: canStop, online: true },
          { label: 'Undo…', run: undoAndWatch, when: ({ canUndo }) => canUndo, online: true, confirm: undoing },
        ]}
      />
    </ListPage>
  );
}

const canStop = ({ state, stopping }: SourceMoveRun) => (state === 'queued' || state === 'running') && !stopping;

const undoing = ({ changed, childName, parentName }: SourceMoveRun) =>
  ({
    title: `Move ${counted(changed, 'source')} back to ${parentName}?`,
    body: `All of them move back, or none: none if anything was changed or posted at ${childName} since.`,
    choices: { go: { words: `Undo ${counted(changed, 'source')}`, tone: 'primary' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

/** How far a move is, its result, and why sources stayed. */
function Outcome({ move }: { move: SourceMoveRun }) {
  const { state, stopping, seen, total, message, sources } = move;
  const [words, tone] = states[state];
  const stayed = sources.filter((source) => source.words !== null);
  return (
    <div>
      <StateBadge tone={tone}>{stopping ? 'Stopping' : words}</StateBadge>{' '}
      <span className="muted">{isUnderWay(move) ? `${seen} of ${counted(total, 'source')}` : message}</span>
      {stayed.length > 0 && (
        <ul className="move-stayed">
          {stayed.map((source) => (
            <li key={source.id}>
              <strong>{source.name}</strong> {source.words}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const states = {
  queued: ['Queued', 'pending'],
  running: ['Running', 'info'],
  done: ['Done', 'good'],
  cancelled: ['Stopped', 'warn'],
  failed: ['Failed', 'bad'],
  undoing: ['Undoing', 'info'],
  undone: ['Undone', 'neutral'],
} as const;
