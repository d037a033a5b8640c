import { AsyncLocalStorage } from 'node:async_hooks';

/** Calls that read lists, fields and checks give way to those that post, look up and update. */
export type Priority = 'post' | 'read';

const current = new AsyncLocalStorage<Priority>();

/** Does work whose calls to a target give way to posts. */
export const givingWay = <T>(work: () => T): T => current.run('read', work);

/** The priority of a call that is made now: `post`, except within `givingWay`. */
export const priorityNow = (): Priority => current.getStore() ?? 'post';
