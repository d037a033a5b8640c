import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { Changes } from '#src/entities/change/use-changes.ts';

const FacilityAdd = lazy(() => import('./facility-add.tsx').then((m) => ({ default: m.FacilityAdd })));

/** A job whose facility the target lacks. `valueId` is the vendor's text to map with it; null maps only the job. */
type Wanted = { readonly job: JobRow; readonly valueId: number | null };

/** The form that adds a job's facility to the target, filled from the job. What is added is what the job, or its text, is mapped to. */
export function useAddFacility(target: TargetRow | null, changes: Changes, onClosed: () => void) {
  const [open, show] = useState<Wanted | null>(null);
  const close = () => {
    show(null);
    onClosed();
  };
  let node: ReactNode = null;
  if (open && target) {
    const { job, valueId } = open;
    const { address, city, state, zip } = job;
    node = (
      <Suspense>
        <FacilityAdd
          target={target}
          value={{ text: job.facility ?? '', address, city, state, zip, ...(valueId !== null && { id: valueId }) }}
          onAdded={({ externalId, name }) => {
            // The service maps a text by itself, and the next sync brings the mapping.
            if (valueId !== null) return;
            const args = { id: job.id, kind: 'facility', mappedId: externalId } as const;
            void changes.make('job.map.v1', args, () => `The facility of ${job.providerJobId} is mapped to ${name}`);
          }}
          onClose={close}
        />
      </Suspense>
    );
  }
  return { show, node };
}
