import { lazy, Suspense, useEffect, useState } from 'react';
import { counted } from '#src/ui/format/format.ts';
import { findSealedWork, type SealedWork } from './sealed-work.ts';

const ExportSealed = lazy(() => import('./export-sealed.tsx').then((m) => ({ default: m.ExportSealed })));

/** Below a refused sign-in: what this device keeps locked, with the way to export it where no one of the customer can sign in. */
export function SealedNote() {
  const [works, setWorks] = useState<readonly SealedWork[]>([]);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // A device whose list of stores cannot be read has nothing to offer here.
    findSealedWork().then(setWorks, () => undefined);
  }, []);
  if (works.length === 0) return null;
  const unsent = works.flatMap(({ seals }) => seals).reduce((sum, seal) => sum + seal.unsent, 0);
  return (
    <p className="session-banner session-banner-calm">
      {counted(unsent, 'unsent change')} {unsent === 1 ? 'is' : 'are'} locked on this device.{' '}
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        Export unsent changes…
      </button>
      <Suspense>{open && <ExportSealed works={works} onClose={() => setOpen(false)} />}</Suspense>
    </p>
  );
}
