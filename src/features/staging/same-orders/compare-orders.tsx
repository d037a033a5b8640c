import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import './same-orders.css';
import { Button } from '@mantine/core';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { receiptFor, standsThere } from '#domain/posting/receipts.ts';
import type { Changes } from '#src/entities/change/use-changes.ts';
import { useSameOrders } from '#src/entities/job/use-same-orders.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { choosing, decidedJobs, separating } from './choice-pairs.ts';
import { comparedRows } from './compared-fields.ts';

type Props = {
  readonly id: number;
  readonly target: TargetRow | null;
  readonly changes: Changes;
  /** A source was chosen: shows what posting this job takes. */
  readonly onPost: (jobId: number) => void;
  readonly onClose: () => void;
};

const nameOf = ({ source, providerJobId }: JobRow): string => `${source} ${providerJobId}`;

/** Jobs that look like one order from several sources, side by side, with the choice between them. */
export function CompareOrders({ id, target, changes, onPost, onClose }: Props) {
  const { row: job } = useRow('job', id);
  const { orders } = useSameOrders(id);
  const { may } = useSession();
  if (!job) return null;
  const jobs = [job, ...orders.map((order) => order.job)];
  const decide = async (pairs: CommandArgs<'job.sameOrder.v1'>['pairs'], done: string): Promise<boolean> => {
    const outcome = await changes.make('job.sameOrder.v1', { pairs }, () => done);
    return outcome.done.length > 0;
  };
  const choose = async (chosen: JobRow) => {
    if (!(await decide(choosing(chosen, decidedJobs(job, orders, chosen)), `${nameOf(chosen)} is chosen for this order`))) return;
    onClose();
    onPost(chosen.id);
  };
  const separate = async () => {
    if (
      await decide(
        separating(
          job,
          orders.map((order) => order.job),
        ),
        'Different orders: each can be posted',
      )
    )
      onClose();
  };
  return (
    <Dialog title={`Order ${job.providerJobId} and the same order at other sources`} size={860} dirty={false} onClose={onClose}>
      {(close) => (
        <>
          <ul className="same-orders-why">
            {orders.map(({ job: other, certainty, reasons }) => (
              <li key={other.id}>
                <b>{nameOf(other)}</b>: {certainty}% certain. {sentence(reasons)}
              </li>
            ))}
          </ul>
          <Comparison jobs={jobs} target={target} onChoose={may('jobs.post') ? (chosen) => void choose(chosen) : null} />
          <div className="same-orders-foot">
            {may('jobs.post') && orders.length > 0 && (
              <Button variant="default" onClick={() => void separate()}>
                These are different orders
              </Button>
            )}
            <Button variant="default" onClick={close}>
              Decide later
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The reasons as one sentence. */
export const sentence = (reasons: readonly string[]): string => {
  const text = reasons.join('; ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

type ComparisonProps = {
  readonly jobs: readonly JobRow[];
  readonly target: TargetRow | null;
  readonly onChoose: ((chosen: JobRow) => void) | null;
};

/** Fields in rows, jobs in columns. A difference is marked by a sign and by words, not by color alone. */
function Comparison({ jobs, target, onChoose }: ComparisonProps) {
  const format = useFormat();
  const names = useFieldNames();
  const posted = target === null ? undefined : jobs.find((job) => standsThere(receiptFor(job, target.id)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="same-orders-compare" style={{ '--orders': jobs.length } as object} tabIndex={0} aria-label="Comparison">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {jobs.map((job) => (
              <th key={job.id} scope="col">
                {job.source} <span className="mono">{job.providerJobId}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparedRows(jobs, { format, names }).map(({ key, label, texts, differs }) => (
            <tr key={key} {...(differs && { className: 'is-different' })}>
              <th scope="row">
                {label}{' '}
                {differs && (
                  <b title="Differs">
                    ≠<span className="visually-hidden"> differs</span>
                  </b>
                )}
              </th>
              {jobs.map((job, i) => (
                <td key={job.id}>{texts[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
        {onChoose && jobs.length > 1 && (
          <tfoot>
            <tr>
              <td />
              {jobs.map((job) => (
                <td key={job.id}>
                  {posted ? (
                    <span className="muted">{posted.id === job.id ? 'Posted' : 'Not posted: the other one is'}</span>
                  ) : (
                    <Button size="xs" aria-label={`Post this one: ${nameOf(job)}`} onClick={() => onChoose(job)}>
                      Post this one
                    </Button>
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
