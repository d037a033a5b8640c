import { randomUUID } from 'node:crypto';
import { no, ok } from '#contract/kit/result.ts';
import { addStatus, listStatusChoices, listStatuses, readStatus, removeStatus, saveStatus } from '#contract/posting/statuses.ts';
import { absent } from '#contract/rows/absent.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { callCommand } from '../../commands/call-command.ts';
import { byCommand } from '../../kit/http/audited.ts';
import { type Call, type Handler, handle } from '../../kit/http/handle.ts';
import { statusesOf } from './read-statuses.ts';

export const statusRoutes: Handler[] = [
  ...[listStatuses, listStatusChoices].map((endpoint) =>
    handle(endpoint, async ({ cust }, { services }) => ok(await statusesOf(services.db, cust))),
  ),
  handle(readStatus, async ({ cust, id }, call) => shown(call, cust, id)),
  handle(addStatus, { audit: byCommand }, async ({ cust, name, isDefault }, call) => {
    const ref = randomUUID();
    const args = { id: localIdOf(ref), ref, name, isDefault };
    const saved = await callCommand(call, cust, 'customerStatus.save.v1', args);
    return saved.ok ? shown(call, cust, saved.value.result.done[0] ?? 0) : saved;
  }),
  handle(saveStatus, { audit: byCommand }, async ({ cust, id, name, isDefault }, call) => {
    const before = (await statusesOf(call.services.db, cust)).find((each) => each.id === id);
    if (!before) return no(absent('customerStatus', id));
    const args = { id, ref: null, name, isDefault: isDefault && !before.isDefault };
    const saved = await callCommand(call, cust, 'customerStatus.save.v1', args);
    return saved.ok ? shown(call, cust, id) : saved;
  }),
  handle(removeStatus, { audit: byCommand }, async ({ cust, id }, call) => {
    const status = (await statusesOf(call.services.db, cust)).find((each) => each.id === id);
    if (!status) return no(absent('customerStatus', id));
    const removed = await callCommand(call, cust, 'customerStatus.remove.v1', { id, ref: null });
    return removed.ok ? ok(status) : removed;
  }),
];

/** One status as the documented calls show it. */
async function shown({ services }: Pick<Call, 'services'>, customerId: number, id: number) {
  const status = (await statusesOf(services.db, customerId)).find((each) => each.id === id);
  return status ? ok(status) : no(absent('customerStatus', id));
}
