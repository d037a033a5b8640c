import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listMappingTargets } from '#contract/submissions/mapping.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { type Between, useBetween } from './between.ts';
import './mapping.css';

type Props = { title: string; actions?: ReactNode; children: (between: Between) => ReactNode };

/** A screen of mappings from a source to a destination, or what is missing for one. */
export function BetweenPage({ title, actions, children }: Props) {
  const { customer } = useSession();
  const answer = useReply(listMappingTargets, { cust: customer.id });
  const { between, choose } = useBetween(answer.reply ?? []);
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={title} actions={actions} />
      <Answered answer={{ ...answer, problem: unread('targets', answer.problem) }} what="The submission targets">
        {() =>
          between ? (
            <>
              <div className="between">
                <Side
                  label="Source"
                  targets={between.sources}
                  chosen={between.source.id}
                  onChoose={(id) => choose('source', id)}
                />
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
          ) : (
            <NoPair />
          )
        }
      </Answered>
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
