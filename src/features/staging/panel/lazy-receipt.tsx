import { lazy, Suspense } from 'react';
import { Waiting } from '#src/ui/page/waiting.tsx';
import type { JobReceiptProps } from '../receipt/job-receipt.tsx';

const Receipt = lazy(() => import('../receipt/job-receipt.tsx').then((m) => ({ default: m.JobReceipt })));

/** The receipt of a job at a target, loaded when the tab is opened. */
export const JobReceipt = (props: JobReceiptProps) => (
  <Suspense fallback={<Waiting rows={6} label="Loading the receipt" />}>
    <Receipt {...props} />
  </Suspense>
);
