import { ok } from '#contract/kit/result.ts';
import { listAssignees } from '#contract/staging/assignees.ts';
import { readNewest } from '../kit/db/paging.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { assignable } from './assignable.ts';

const mostListed = 1000;

export const assigneeRoutes: Handler[] = [
  handle(listAssignees, async ({ cust }, { services: { db } }) => {
    const { total, rows } = await readNewest(assignable(db, cust).orderBy('u.name').orderBy('u.id'), mostListed);
    return ok({ total, people: rows.map(({ id, name }) => ({ id, name })) });
  }),
];
