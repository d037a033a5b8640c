import { ActionIcon } from '@mantine/core';
import { IconTextScan2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '#src/entities/session/session.ts';

const ReadOpenJobs = lazy(() => import('./read-open-jobs.tsx').then((part) => ({ default: part.ReadOpenJobs })));

/** Opens the preview of reading the descriptions of all open jobs. */
export function ReadJobsButton() {
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  if (!may('rules.test')) return null;
  return (
    <>
      <ActionIcon
        aria-label="Read the open jobs"
        data-tip="Read shift and bill rate from descriptions"
        onClick={() => setOpen(true)}
      >
        <IconTextScan2 size={18} aria-hidden="true" />
      </ActionIcon>
      {open && (
        <Suspense>
          <ReadOpenJobs onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
