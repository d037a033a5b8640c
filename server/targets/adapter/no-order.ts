import { blankJob } from '#domain/jobs/blank-job.ts';
import type { JobOrder } from './target-adapter.ts';

/** An order without values: its fields have names all the same. */
export const noOrder: JobOrder = {
  reference: '',
  job: blankJob,
  mapped: { facility: null, degree: null, specialty: null, shift: null },
};
