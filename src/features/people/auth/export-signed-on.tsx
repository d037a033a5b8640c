import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { finishExportSignOn } from '#contract/people/export-keys.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { countChanges, type Exported, noneOpened, openWorks, saveExport } from './save-export.ts';
import { findSealedWork, lanesOf } from './sealed-work.ts';
import { SessionFrame } from './session-frame.tsx';

type Outcome = { readonly problem: string } | { readonly exported: readonly Exported[] };

/** Back from the agency's provider: opens the sealed changes of the person, who then saves them as a file. No one is signed in. */
export function ExportSignedOn({ answer }: { answer: string }) {
  const call = useCall();
  const ran = useRef(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    // Once, although React may mount twice: the provider's answer works once.
    if (ran.current) return;
    ran.current = true;
    const open = async (): Promise<Outcome> => {
      const works = await findSealedWork();
      if (works.length === 0) return { problem: noneOpened };
      const asked = works.map((work) => ({ customerId: work.customerId, clientIds: lanesOf(work) }));
      const finished = await call(finishExportSignOn, { answer, works: asked });
      if (!finished.ok) return { problem: errorMessage(finished.error) };
      const exported = await openWorks(works, (id) => finished.value.keys.filter(({ customerId }) => customerId === id));
      return exported.length === 0 ? { problem: noneOpened } : { exported };
    };
    open().then(setOutcome, () => setOutcome({ problem: 'The changes on this device could not be read. Start again.' }));
  }, [answer, call]);
  const toSignIn = (
    <Button component={Link} variant="default" fullWidth to={pathTo('/login/:m?')}>
      Back to sign-in
    </Button>
  );
  return (
    <SessionFrame title="Unsent changes">
      {outcome === null && (
        <p className="muted" role="status">
          One moment…
        </p>
      )}
      {outcome && 'problem' in outcome && (
        <>
          <p className="session-refusal" role="alert">
            {outcome.problem}
          </p>
          {toSignIn}
        </>
      )}
      {outcome && 'exported' in outcome && (
        <>
          <p role="status">
            {`${countChanges(outcome.exported)} of ${outcome.exported.map(({ customer }) => customer).join(', ')} can be saved as a file. Nothing is removed from this device.`}
          </p>
          <Button fullWidth onClick={() => saveExport(outcome.exported)}>
            Save the file
          </Button>
          {toSignIn}
        </>
      )}
    </SessionFrame>
  );
}
