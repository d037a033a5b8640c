import { useState } from 'react';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { ListTools } from '#src/entities/submission/list-tools.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { CertaintyPill } from '#src/ui/mark/certainty-pill.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import type { Between } from './between.ts';
import { Missing } from './missing.tsx';
import { addedStep, type ProposedLine, proposedLine, stepsOf } from './pairs.ts';
import { useAccept } from './use-accept.ts';
import type { Proposals } from './use-pairs.ts';

/** A step with its certainty, or that a person decided it. */
const Step = ({ text, certainty, isDecided }: { text: string; certainty: number; isDecided: boolean }) => (
  <span className="step">
    {text} {isDecided ? <span className="muted">mapped</span> : <CertaintyPill value={certainty} />}
  </span>
);

const col = columnsOf<ProposedLine>();
const columnsBetween = ({ source, destination }: Between) => [
  col('source', source.name),
  col('jr', 'Jobdock', {
    cell: ({ jr, row }) => <Step text={jr} certainty={row.certainty} isDecided={row.isSourceMapped} />,
  }),
  col('target', destination.name, {
    cell: ({ target, row }) =>
      target === '' ? <Missing /> : <Step text={target} certainty={row.targetCertainty} isDecided={row.isTargetMapped} />,
  }),
  col('both', 'Certainty', { align: 'end', cell: ({ both }) => <CertaintyPill value={both} /> }),
];

type Props = { between: Between; proposals: Proposals };

/** What the matcher proposes, the most certain first. One is accepted also without a connection, several at once with one; each with Undo. */
export function ProposedList({ between, proposals }: Props) {
  const accept = useAccept();
  const changes = useChanges();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [busy, setBusy] = useState(false);
  const lines = proposals.reply?.rows.map(proposedLine);
  const list = usePagedList(lines, {
    from: proposals,
    sort: 'both',
    descending: true,
    searchIn: ['source', 'jr', 'target'],
    sizes: pagerSizes,
  });
  const steps = (line: ProposedLine) => stepsOf(line, between.source.id, between.destination.id);
  const wanted = (lines ?? []).filter(({ key }) => selected.has(key));
  const acceptOne = async (line: ProposedLine) => {
    const added = steps(line).map((step) => addedStep(step, crypto.randomUUID()));
    await changes.makeTogether(added, () => `${line.source} mapped`);
  };
  const acceptSelected = async () => {
    setBusy(true);
    if (await accept(wanted.flatMap(steps))) setSelected(new Set());
    setBusy(false);
  };
  return (
    <>
      <ListTools list={list} label="Search proposals">
        {wanted.length > 0 && (
          <OnlineButton size="xs" loading={busy} onClick={() => void acceptSelected()}>
            {`Accept ${wanted.length.toLocaleString('en-US')} selected`}
          </OnlineButton>
        )}
      </ListTools>
      <ListBody
        list={list}
        noun="proposal"
        firstUse={
          <EmptyState kind="done" title="Nothing is left to propose">
            <p>Every degree and specialty of {between.source.name} is mapped or has no match.</p>
          </EmptyState>
        }
      >
        <DataTable
          list={list}
          label="Proposals"
          layoutName="Submission proposals"
          columns={columnsBetween(between)}
          rowKey={({ key }) => key}
          selection={{ selected, onSelected: setSelected }}
          actions={[{ label: 'Accept', run: acceptOne, when: (line) => steps(line).length > 0 }]}
        />
      </ListBody>
    </>
  );
}
