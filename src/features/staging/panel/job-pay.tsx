import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import { calcType, payOf, paySetupOf } from '#domain/pay/pay.ts';
import { PayFigures } from '#src/entities/pay/pay-figures.tsx';
import { usePaySetup } from '#src/entities/pay/use-pay-setup.ts';
import { AsOf } from '#src/ui/page/answered.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** Pay and margin of the job under the customer's pay setup, calculated on this device from the current values. */
export function JobPay({ job, mappedDegree }: { job: JobRow; mappedDegree: string | null }) {
  const setupReply = usePaySetup();
  const { reply, problem } = setupReply;
  if (!reply && !problem) return null;
  const setup = reply && paySetupOf(reply);
  return (
    <section>
      <h3>Inclusive pay and margin</h3>
      {setup ? (
        <>
          <PayFigures pay={payOf({ ...job, mappedDegree }, setup)} currency={job.currency ?? 'USD'} />
          <p className="muted job-pay-by">
            From the <Link to={pathTo('/pcsetup')}>pay setup</Link>, which maximizes{' '}
            {setup.calcType === calcType.maximizeMargin ? 'margin' : 'inclusive pay'}.
          </p>
          <AsOf {...setupReply} />
        </>
      ) : (
        <p className="muted">The pay setup isn’t on this device yet. It arrives with the next sync.</p>
      )}
    </section>
  );
}
