import { messages } from '#contract/kit/messages.ts';
import { syncDegreesAndSpecialties } from '#contract/submissions/lists.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { SyncButton } from '#src/entities/submission/sync-button.tsx';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { AddPair } from './add-pair.tsx';
import type { Between } from './between.ts';
import { BetweenPage } from './between-page.tsx';
import { MappedList } from './mapped-list.tsx';
import { PairMeter } from './pair-meter.tsx';
import { ProposedList } from './proposed-list.tsx';
import { usePairs } from './use-pairs.ts';

const noProposals = [] as const;
const views = [
  ['mapped', 'Mapped'],
  ['proposed', 'Proposed'],
] as const;

/** `/submissionmapping`: degrees and specialties from a source over Jobdock's own list to a destination. */
export const PairMapping = () => (
  <BetweenPage title="Degree and specialty mapping" actions={<SyncPairs />}>
    {(between) => <Pairs key={`${between.source.id}/${between.destination.id}`} between={between} />}
  </BetweenPage>
);

function SyncPairs() {
  const { customer, may } = useSession();
  const call = useCall();
  if (!may('targets.write')) return null;
  return (
    <SyncButton
      label="Read degrees and specialties"
      failed={messages.submissionTargetsNotSynced}
      start={() => call(syncDegreesAndSpecialties, { cust: customer.id })}
    />
  );
}

function Pairs({ between }: { between: Between }) {
  const { ready, held, proposals } = usePairs(between);
  const tab = useTab('view', views);
  if (!ready) return <Waiting />;
  return (
    <>
      <PairMeter between={between} held={held} proposals={proposals} />
      <AddPair between={between} held={held} proposals={proposals.reply?.rows ?? noProposals} />
      <TabRow label="Mappings" tabs={views} tab={tab} counts={proposals.reply && { proposed: proposals.reply.rows.length }} />
      {tab[0] === 'mapped' ? (
        <MappedList between={between} held={held} />
      ) : (
        <ProposedList between={between} proposals={proposals} />
      )}
    </>
  );
}
