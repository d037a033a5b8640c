import { Progress } from '@mantine/core';
import { useState } from 'react';
import { autoAcceptCertainty } from '#domain/mapping/text/value-key.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { AsOf } from '#src/ui/page/answered.tsx';
import type { Between } from './between.ts';
import type { HeldPairs } from './held-pairs.ts';
import { mappedCounts, proposedLine, stepsOf } from './pairs.ts';
import { useAccept } from './use-accept.ts';
import type { Proposals } from './use-pairs.ts';

type Props = { between: Between; held: HeldPairs; proposals: Proposals };

/** How much of a source can be submitted to a destination, and the acceptance of every certain proposal. */
export function PairMeter({ between: { source, destination }, held, proposals }: Props) {
  const accept = useAccept();
  const [busy, setBusy] = useState(false);
  const { reply } = proposals;
  const { total, mapped } = mappedCounts(held);
  const rows = reply?.rows ?? [];
  const without = Math.max(0, total - mapped - rows.length);
  const certain = rows.map(proposedLine).filter(({ both }) => both >= autoAcceptCertainty);
  const acceptAll = async () => {
    setBusy(true);
    await accept(certain.flatMap((line) => stepsOf(line, source.id, destination.id)));
    setBusy(false);
  };
  const share = total === 0 ? 0 : Math.floor((100 * mapped) / total);
  return (
    <section className="card pair-meter" aria-label="How much is mapped">
      <div>
        <p>
          <strong>{`${mapped.toLocaleString('en-US')} of ${counted(total, 'pair')} of ${source.name}`}</strong>{' '}
          {`can be submitted to ${destination.name}.`}
        </p>
        <Progress value={share} aria-label="Mapped pairs" />
        {reply && (
          <p className="muted">
            {`${counted(certain.length, 'pair')} proposed with a certainty of ${autoAcceptCertainty} or more, ${without.toLocaleString('en-US')} without a proposal.`}
          </p>
        )}
        <AsOf {...proposals} />
      </div>
      {certain.length > 0 && (
        <OnlineButton loading={busy} onClick={() => void acceptAll()}>
          {`Accept ${certain.length.toLocaleString('en-US')} certain`}
        </OnlineButton>
      )}
    </section>
  );
}
