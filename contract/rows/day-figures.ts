import * as z from 'zod';
import { Count, LocalDate } from '../kit/ids.ts';

/** What happened on one day of the customer's zone. Each job counts once in each figure. */
export const DayFigures = z.object({
  day: LocalDate,
  /** Jobs that were staged for the first time. */
  newJobs: Count,
  /** Jobs that left the status Open. */
  closedJobs: Count,
  /** Jobs that got a job order in a target. */
  postedJobs: Count,
});
export type DayFigures = z.infer<typeof DayFigures>;
