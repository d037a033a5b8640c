import * as z from 'zod';
import { FieldValue, JobRow } from '../rows/jobs.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const Expected = z.record(z.string().max(100), FieldValue);
const TestCase = { jobId: z.number().int().positive(), name: z.string().trim().min(1).max(200), expected: Expected };

/** Arguments of the changes of test cases of rules (jobs kept with the outcome that rules must give them), by wire name. */
export const ruleTestCaseCommandArgs = {
  /** Keeps a job as it is now, with what the rules must make of it. */
  'ruleTestCase.save.v1': CreatedRow.extend(TestCase),
  'ruleTestCase.remove.v1': CreatedRow,
  /** Brings a test case back as it was, with the job as it was kept then. */
  'ruleTestCase.restore.v1': RestoredRow.extend({ ...TestCase, job: JobRow }),
} as const;
