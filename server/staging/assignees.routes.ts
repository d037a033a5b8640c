import { ok } from '#contract/kit/result.ts';
import { listAssignees } from '#contract/staging/assignees.ts';
import { totalOfList } from '../kit/db/paging.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { assignable } from './assignable.ts';

const mostListed = 1000;

export const assigneeRoutes: Handler[] = [
  handle(listAssignees, async ({ cust }, { services: { db } }) => {
    const rows = await assignable(db, cust).select(totalOfList).orderBy('u.name').orderBy('u.id').limit(mostListed).execute();
    return ok({ total: rows[0]?.total ?? 0, people: rows.map(({ id, name }) => ({ id, name })) });
  }),
];
