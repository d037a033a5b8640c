import { type CommandArgs, type CommandName, commandArgs } from '#contract/commands/commands.ts';
import { no, ok } from '#contract/kit/result.ts';
import { changeNow } from '#contract/sync/changes.ts';
import { confirmWipe, killDevice, listDevices, readLockKey, reportLostWork } from '#contract/sync/devices.ts';
import { pullChanges, pushMutations, readSnapshot, sendHello, watchLive } from '#contract/sync/sync.ts';
import { callCommand } from '../commands/call-command.ts';
import { runCommand } from '../commands/run-command.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { byCommand, done, unchanged } from '../kit/http/audited.ts';
import { inCustomer } from '../kit/http/call-scope.ts';
import { namedCustomers, resolveCustomer } from '../kit/http/customer-access.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { devicesOf, killDevice as kill } from './devices.ts';
import { handshake } from './hello.ts';
import { noteLost, noteWiped } from './lane-reports.ts';
import { lockKeyOf } from './lock-key.ts';
import { pullPage } from './pull.ts';
import { pushBatch } from './push.ts';
import { snapshotLines } from './snapshot.ts';
import { liveEvents } from './sse.ts';

export const syncRoutes: Handler[] = [
  handle(pushMutations, { audit: byCommand }, (push, { services, actor }) =>
    pushBatch(services, inCustomer(actor, push.customerId), push),
  ),
  handle(pullChanges, async (pull, { services, actor }) => {
    const reply = await pullPage(services.db, inCustomer(actor, pull.customerId), pull);
    if (reply.ok && reply.value.kind === 'resync' && reply.value.why === 'ahead')
      services.log.error({ clientId: pull.clientId, since: pull.since }, 'a device is ahead of the database: was it restored?');
    return reply;
  }),
  handle(readSnapshot, async (args, { services, actor, signal }) => {
    const lines = await snapshotLines(services.db, inCustomer(actor, args.customerId), args, signal);
    return lines.ok ? ok({ body: lines.value }) : lines;
  }),
  handle(sendHello, { audit: 'none: the row of the device keeps what it says of itself' }, (hello, { services, actor }) =>
    handshake(services.db, services.now(), inCustomer(actor, hello.customerId), hello),
  ),
  handle(watchLive, async ({ customerId }, { services, actor, signal }) => {
    const customer = await resolveCustomer(services.db, actor, customerId);
    if (!customer.ok) return customer;
    const own = scopeTo(services.db, [customer.value]);
    const readHead = async () => {
      const feed = await own
        .selectFrom('customer_feed')
        .select('rev')
        .where('customer_id', '=', customer.value)
        .executeTakeFirst();
      return feed?.rev ?? 0;
    };
    return ok({ body: liveEvents(services.live, customer.value, readHead, signal) });
  }),
  handle(listDevices, { allCustomers: true }, async ({ cust }, { services }) =>
    ok(await devicesOf(services.db, namedCustomers(cust))),
  ),
  handle(killDevice, { audit: 'sync.kill_device', stepUp: true }, async ({ cust, clientId }, { services, tx }) => {
    const outcome = await kill(tx, cust, clientId, services.now());
    if (outcome === null) return no({ kind: 'not_found' });
    return outcome === 'before' ? unchanged({ killed: true }) : done({ killed: true }, { object: ['device', clientId] });
  }),
  handle(confirmWipe, { audit: 'sync.wiped', ownTransactions: true }, (receipt, call) => noteWiped(call, receipt)),
  handle(reportLostWork, { audit: 'sync.lost_work', ownTransactions: true }, (report, call) => noteLost(call, report)),
  handle(changeNow, { audit: byCommand }, async ({ cust, name, args, pre }, call) => {
    if (!Object.hasOwn(commandArgs, name)) return no({ kind: 'invalid', fields: { name: 'Name a change of this version' } });
    // The command layer validates the arguments with the schema of this name.
    const outcome = await callCommand(call, cust, name as CommandName, args as CommandArgs<CommandName>, runCommand, pre);
    return outcome.ok ? ok(outcome.value.result) : outcome;
  }),
  handle(readLockKey, (lane, { services, actor }) => lockKeyOf(services.db, services.secrets, actor, lane)),
];
