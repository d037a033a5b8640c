import { useMemo } from 'react';
import { proposePairMappings } from '#contract/submissions/mapping.ts';
import { type Kept, useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useSyncEnd } from '#src/entities/submission/use-sync-end.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useOutbox } from '#src/sync/hooks/use-outbox.ts';
import type { Between } from './between.ts';
import { type HeldPairs, heldPairs } from './held-pairs.ts';
import { openProposals } from './pairs.ts';

export type Proposals = Kept<typeof proposePairMappings>;
/** The mapping that this device holds, and what is still proposed for it. `ready` once all of its rows have arrived. */
export type Pairs = { readonly ready: boolean; readonly held: HeldPairs; readonly proposals: Proposals };

/** The mapping of degrees and specialties from a source to a destination. */
export function usePairs({ source, destination }: Between): Pairs {
  const cust = useSession().customer.id;
  const steps = useCollection('submissionPair');
  const entries = useCollection('submissionEntry');
  const jrEntries = useCollection('jrEntry');
  const held = useMemo(
    () => heldPairs({ steps: steps.rows, entries: entries.rows, jrEntries: jrEntries.rows }, source.id, destination.id),
    [steps.rows, entries.rows, jrEntries.rows, source.id, destination.id],
  );
  const since = `${useSyncEnd() ?? ''} ${useUnsent()} ${held.steps.length} ${versionsOf(held)}`;
  const answer = useReply(proposePairMappings, { cust, sourceId: source.id, targetId: destination.id }, { since });
  const { reply } = answer;
  const left = useMemo(() => reply && { ...reply, rows: openProposals(reply.rows, held) }, [reply, held]);
  return { ready: steps.ready && entries.ready && jrEntries.ready, held, proposals: { ...answer, reply: left } };
}

const versionsOf = ({ steps }: HeldPairs): number => steps.reduce((sum, { version }) => sum + version, 0);

/** How many changes of steps the service does not have yet: what it proposes changes once it has them. */
function useUnsent(): number {
  const { entries } = useOutbox();
  return entries.filter(({ name, state }) => name.startsWith('submissionPair.') && state !== 'parked').length;
}
