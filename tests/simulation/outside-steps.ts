import type { Step } from './plan.ts';
import { copyDisk } from './service/service-disk.ts';
import { autoMap, collect, customerIds, everyRight, forgetTombstones, people, removeJob } from './service/service-work.ts';
import { aroundSubmissions } from './submission-steps.ts';
import type { World } from './world.ts';

type OutsideStep = Exclude<Step, { tab: number } | { do: 'open tab' }>;

/** Carries out a step of the service. */
export function takeOutside(world: World, step: OutsideStep): void {
  const { service } = world;
  const lot = 'lot' in step ? step.lot : 0;
  const customer = service.customer(customerIds[lot % customerIds.length] ?? 1);
  if (!customer) return;
  switch (step.do) {
    case 'days pass':
      // Pending calls fail first, because nothing stays pending for days.
      world.faults.hit('days asleep');
      world.ats.landCalls();
      world.destination.landCalls();
      world.clock.skip(step.days * 86_400_000);
      return;
    case 'kill service':
      service.doom = { at: step.at, left: step.count };
      return;
    case 'restart service':
      if (!service.up) return;
      world.faults.hit('clean restart');
      service.stop();
      service.startIn(1_500);
      return;
    case 'back up service':
      service.backup = copyDisk(service.disk);
      return;
    case 'restore service':
      if (service.backup && service.up) world.faults.hit('service restored to an older copy');
      return service.restore();
    case 'stop flushing':
      // The clean-stop mark is flushed before anything else is done [edge case 40].
      if (service.up) service.unsynced ??= copyDisk(service.disk);
      return;
    case 'lose tail':
      if (service.unsynced && service.up) world.faults.hit('committed tail lost');
      return service.loseTail();
    case 'database storm':
      service.stormUntil = world.clock.now() + 4_000;
      return;
    case 'forget tombstones':
      return forgetTombstones(service, customer);
    case 'collect': {
      const ids = [1, 2, 3, 4, 5, 6, 7].filter((id) => (lot >> id) % 2 === 0);
      return collect(service, customer, {
        ids,
        rate: 50 + (lot % 60),
        newId: lot % 3 === 0 ? 6 + (lot % 4) : null,
        gone: 1 + (lot % 7),
      });
    }
    case 'remove job':
      world.faults.hit('job removed');
      return removeJob(service, customer, 1 + (lot % 9));
    case 'auto-map':
      return autoMap(service, customer, 11 + (lot % 4));
    case 'ats':
      world.ats.mood = step.mood;
      return;
    case 'submission systems':
    case 'move submission':
    case 'forge webhook':
    case 'submit in the ATS':
    case 'send again':
    case 'read statuses':
      return aroundSubmissions(world, step);
    default:
      return administer(world, step.do, lot);
  }
}

function administer(world: World, what: 'change right' | 'change link' | 'kill device' | 'end session', lot: number): void {
  const { disk } = world.service;
  const user = disk.users.get(people[lot % people.length]?.id ?? 1);
  if (!user) return;
  if (what === 'change right') {
    const all = world.plan.submissions ? [...everyRight, 'submissions.use' as const] : everyRight;
    const missing = all.find((right) => !user.rights.has(right));
    const right = (lot % 3 > 0 ? missing : undefined) ?? all[lot % all.length] ?? 'jobs.hold';
    const had = user.rights.has(right);
    world.faults.hit(had ? 'right removed' : 'right added');
    const rights = new Set(user.rights);
    if (had) rights.delete(right);
    else rights.add(right);
    world.checks.changing(user);
    disk.users.set(user.id, { ...user, rights });
  } else if (what === 'change link') {
    const ann = disk.users.get(1);
    if (!ann) return;
    const linked = ann.links.has(2);
    world.faults.hit(linked ? 'customer taken away' : 'customer given');
    world.checks.changing(ann);
    disk.users.set(1, { ...ann, links: new Set(linked ? [] : [2]) });
  } else if (what === 'kill device') {
    const customer = disk.customers.get(1 + (lot % 2));
    const [clientId, client] = [...(customer?.clients ?? [])][lot % Math.max(1, customer?.clients.size ?? 0)] ?? [];
    if (!customer || !clientId || !client) return;
    world.faults.hit('device killed');
    world.checks.killing(clientId);
    customer.clients.set(clientId, { ...client, killed: true });
  } else {
    world.faults.hit('token revoked');
    for (const [id, session] of disk.sessions) if (session.userId === user.id) disk.sessions.set(id, { ...session, ended: true });
  }
}
