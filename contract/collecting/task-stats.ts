import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { CollectError } from '#contract/rows/collect-errors.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';

export const readTaskStats = endpoint('GET /api/agent/stats/:cust', {
  about: 'Numbers of the customer’s tasks: active, disabled by the customer, disabled by Jobdock.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ active: z.number(), customerDisabled: z.number(), systemDisabled: z.number() }),
  fails: ['not_found'],
  needs: 'tasks.read',
  offline: 'cached',
  example: { active: 2, customerDisabled: 1, systemDisabled: 0 },
});

export const resetLastCounters = endpoint('POST /api/agent/resetcounter/:cust/:customerCrawlerId', {
  about:
    'Resets what the last run of a task counted (pulled and refused) and its failed runs in a row. Its last result and its alarm stay.',
  args: z.object({ cust: CustomerRef, customerCrawlerId: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { message: messages.countersReset },
});

/** A day as the documented call writes it. */
const MonthDayYear = z
  .string()
  .regex(/^\d{8}$/, 'Write the day as MMddyyyy, such as 11252026')
  .transform((text) => `${text.slice(4)}-${text.slice(0, 2)}-${text.slice(2, 4)}`)
  .refine((day) => z.iso.date().safeParse(day).success, 'The calendar has no such day. Write it as MMddyyyy');

/** What the runs of one task did on one day. */
const AgentStats = z.object({
  customerId: z.number(),
  customer: z.string(),
  taskId: z.number(),
  task: z.string(),
  /** The task was removed since. */
  isRemoved: z.boolean(),
  source: z.string(),
  crawler: z.string(),
  runs: z.number(),
  /** Runs that ended with an error or an alarm. */
  failures: z.number(),
  /** Jobs that the vendor listed. */
  pulled: z.number(),
  /** Jobs that were new. */
  opened: z.number(),
  canceled: z.number(),
  /** Rows that gave no job. */
  refused: z.number(),
  /** How long its runs took together, in seconds. */
  seconds: z.number(),
  /** The kind and the words of its last error of the day; null if no run had one. */
  error: CollectError.nullable(),
  errorText: z.string().nullable(),
  /** The documented check of its sign-in: 1 pending, 2 works, 3 failed. Each row begins at 1. */
  checkState: z.number(),
});

export const listAgentStats = endpoint('GET /api/admin/agentstats/:cust/:failuresOnly/:date', {
  about:
    'What the runs of each task did on a day (`MMddyyyy`) of its customer’s time zone; -1 means all customers. With `failuresOnly` 1 only tasks with a failed run.',
  args: z.object({
    cust: CustomerRef,
    failuresOnly: z.enum(['0', '1'], 'Choose 0 for all tasks or 1 for those with failures'),
    date: MonthDayYear,
  }),
  reply: z.array(AgentStats),
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'cached',
  example: [
    {
      customerId: 2,
      customer: 'Northwind Staffing',
      taskId: 1,
      task: 'Medloop',
      isRemoved: false,
      source: 'Medloop',
      crawler: 'Feed',
      runs: 24,
      failures: 1,
      pulled: 2880,
      opened: 12,
      canceled: 3,
      refused: 0,
      seconds: 41.5,
      error: 'timeout',
      errorText: 'The vendor did not answer in time.',
      checkState: 1,
    },
  ],
});

export const taskStatsEndpoints = [readTaskStats, resetLastCounters, listAgentStats];
