import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Count, CustomerRef, RowId } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** Most tasks that one call adds. */
const mostTasks = 200;

export const addTasks = endpoint('POST /api/agent/update/bulk/:cust', {
  about:
    'Adds tasks in bulk: as many of each crawler as its count says; lines with a count of 0 are left out. Each new task is disabled, awaits its setup, and is named after its crawler. Refused as a whole, with the counts, where the plan has fewer connections left.',
  args: z.object({
    cust: CustomerRef,
    toadd: z
      .array(z.object({ crawlerId: wire('ID', RowId), count: wire('NO', Count.max(50, 'Add at most 50 tasks of one crawler')) }))
      .min(1, 'Name a crawler and a count')
      .max(500, 'Name at most 500 crawlers')
      .refine((lines) => lines.reduce((sum, { count }) => sum + count, 0) <= mostTasks, `Add at most ${mostTasks} tasks at once`),
  }),
  reply: z.object({
    message: z.string(),
    /** The tasks that were added, in the order of the call. */
    added: z.array(z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) })),
  }),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { message: messages.tasksAdded({ n: 1 }), added: [{ id: 9, name: 'LaborEdge Nexus' }] },
});

export const bulkTaskEndpoints = [addTasks];
