import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listAttempts, type PostAttempt } from '#contract/posting/attempts.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import type { OtherOrder } from '#domain/same-order/other-orders.ts';
import type { WayGround } from '#domain/staging/job-way.ts';
import { type ReceiptStage, receiptWay } from '#domain/staging/receipt-way.ts';
import { useFlexMapping } from '#src/entities/posting/use-flex-mapping.ts';
import { useRateFloor } from '#src/entities/posting/use-rate-floor.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { AsOf } from '#src/ui/page/answered.tsx';
import { AttemptLine } from './attempt-line.tsx';
import { WayStep } from './way-step.tsx';
import './receipt.css';

export type JobReceiptProps = Pick<WayGround, 'values' | 'nameOf'> & {
  readonly job: JobRow;
  readonly target: TargetRow;
  readonly others: readonly OtherOrder[];
};

const titles: Readonly<Record<ReceiptStage['stage'], string>> = {
  collected: 'Collected',
  ruled: 'Rules',
  mapped: 'Mapped',
  wanted: 'Requested',
  sent: 'Sent',
  answered: 'Answered',
  readBack: 'Read back',
};

/** The way of a job to a target, stage by stage, and every call that was made for it. */
export function JobReceipt({ job, target, others, values, nameOf }: JobReceiptProps) {
  const { customer } = useSession();
  const { floor } = useRateFloor();
  const flex = useFlexMapping(target.id);
  const receipt = receiptFor(job, target.id);
  // Each change of a receipt comes from a call, so it says that there is a newer reply. A reading that finds what was sent changes none.
  const asks = { since: JSON.stringify(receipt ?? null), again: isReadNext };
  const answer = useReply(listAttempts, { cust: customer.id, job: job.id }, asks);
  const { reply } = answer;
  const attempts = (reply?.attempts.rows ?? []).filter(({ targetId }) => targetId === target.id);
  const known = { ruledAt: reply?.ruledAt ?? null, mappedAt: reply?.mappedAt ?? null, sent: null, keptBy: null };
  const way = receiptWay(job, { target, values, nameOf, floor, flex, others, ...known }, attempts);
  return (
    <>
      <section aria-labelledby="receipt-way">
        <h3 id="receipt-way">Receipt</h3>
        <ol className="way receipt-way">
          {way.map(({ stage, ...step }) => (
            <WayStep key={stage} title={titles[stage]} {...step} />
          ))}
        </ol>
      </section>
      <AsOf {...answer} />
      {attempts.length > 0 && <Calls attempts={attempts} />}
      {reply && <CutNote of={reply.attempts} noun="call" />}
    </>
  );
}

const isReadNext = ({ readsBack }: ReplyOf<typeof listAttempts>) => readsBack;

function Calls({ attempts }: { attempts: readonly PostAttempt[] }) {
  return (
    <section aria-labelledby="receipt-calls">
      <h3 id="receipt-calls">Calls</h3>
      <ul className="receipt-calls">
        {attempts.map((attempt, i) => (
          <AttemptLine key={attempt.id} attempt={attempt} written={attempts.slice(i + 1).find(isWritten) ?? null} />
        ))}
      </ul>
      <p className="muted receipt-kept">Calls are kept for 35 days.</p>
    </section>
  );
}

const isWritten = ({ kind, answer }: PostAttempt) => answer === 'done' && kind !== 'lookUp' && kind !== 'readBack';
