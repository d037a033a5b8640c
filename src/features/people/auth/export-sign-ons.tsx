import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { findExportSignOns, startExportSignOn } from '#contract/people/export-keys.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { lanesOf, type SealedWork } from './sealed-work.ts';

/** Most lanes that one call names. A device with more offers the sign-ons of the first ones. */
const mostLanes = 50;

/** For people who sign in only at their agency: they confirm there. The browser goes there and comes back to `/agency-sign-on`. */
export function ExportSignOns({ works }: { works: readonly SealedWork[] }) {
  const call = useCall();
  const [signOns, setSignOns] = useState<ReplyOf<typeof findExportSignOns>['signOns']>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isGoing, setGoing] = useState(false);
  const lanes = [...new Set(works.flatMap(lanesOf))].slice(0, mostLanes).join();
  useEffect(() => {
    let stale = false;
    const find = async () => {
      const answer = await call(findExportSignOns, { clientIds: lanes.split(',') });
      // Without an answer the password is left, and its own call says what is wrong.
      if (answer.ok && !stale) setSignOns(answer.value.signOns);
    };
    void find();
    return () => {
      stale = true;
    };
  }, [call, lanes]);
  const go = async (customerId: number) => {
    setGoing(true);
    const answer = await call(startExportSignOn, { customerId, clientIds: lanes.split(',') });
    if (answer.ok) return window.location.assign(answer.value.redirect);
    setGoing(false);
    setProblem(errorMessage(answer.error));
  };
  if (signOns.length === 0) return null;
  return (
    <div className="export-sign-ons">
      <p>Without a password of Jobdock, sign in once more at your agency’s sign-on. You come back to save the file.</p>
      {problem !== null && (
        <p className="session-refusal" role="alert">
          {problem}
        </p>
      )}
      {signOns.map(({ customerId, agency }) => (
        <Button
          key={customerId}
          variant="default"
          fullWidth
          classNames={{ label: 'sign-on-label' }}
          loading={isGoing}
          onClick={() => void go(customerId)}
        >
          {`Confirm at ${agency}’s sign-on`}
        </Button>
      ))}
    </div>
  );
}
