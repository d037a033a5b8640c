import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { FieldValue, JobRow } from '../rows/jobs.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const Expected = z.record(z.string().max(100), FieldValue);
const TestCase = { jobId: RowId, name: z.string().trim().min(1).max(200), expected: Expected };

/** Arguments of changes to rule test cases (stored jobs with the result that rules must produce), by wire name. */
export const ruleTestCaseCommandArgs = {
  /** Stores the job as it is now, with the field values that rules must produce. */
  'ruleTestCase.save.v1': CreatedRow.extend(TestCase),
  'ruleTestCase.remove.v1': CreatedRow,
  /** Restores a removed test case with its stored job. */
  'ruleTestCase.restore.v1': RestoredRow.extend({ ...TestCase, job: JobRow }),
} as const;
