import { Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { type Between, mappableTargets, useBetween } from './between.ts';
import './mapping.css';

type Props = { title: string; actions?: ReactNode; children: (between: Between) => ReactNode };

/** A screen of mappings from a source to a destination, or what is missing for one. */
export function BetweenPage({ title, actions, children }: Props) {
  const { ready, rows } = useCollection('submissionTarget');
  const targets = useMemo(() => mappableTargets(rows), [rows]);
  const { between, choose } = useBetween(targets);
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={title} actions={actions} />
      {!ready && <Waiting />}
      {ready && !between && <NoPair />}
      {ready && between && (
        <>
          <div className="between">
            <Side label="Source" targets={between.sources} chosen={between.source.id} onChoose={(id) => choose('source', id)} />
            <span aria-hidden>→</span>
            <Side
              label="Destination"
              targets={between.destinations}
              chosen={between.destination.id}
              onChoose={(id) => choose('to', id)}
            />
          </div>
          {children(between)}
        </>
      )}
    </section>
  );
}

type SideProps = {
  label: string;
  targets: readonly { readonly id: number; readonly name: string }[];
  chosen: number;
  onChoose: (id: string) => void;
};

const Side = ({ label, targets, chosen, onChoose }: SideProps) => (
  <Select
    label={label}
    allowDeselect={false}
    searchable={targets.length > 12}
    data={targetChoices(targets)}
    value={String(chosen)}
    onChange={(id) => id !== null && onChoose(id)}
  />
);

function NoPair() {
  const { may } = useSession();
  return (
    <EmptyState kind="first-use" title="A mapping needs a source and a destination">
      <p>Add the ATS that holds your caregivers and the VMS or job board that submissions go to, and make both active.</p>
      {may('targets.write') ? (
        <Link to={pathTo('/submissiontargets')}>Submission targets</Link>
      ) : (
        <p>Somebody who may change targets adds them.</p>
      )}
    </EmptyState>
  );
}
