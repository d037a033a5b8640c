import { resumeLane } from '#src/outbox/items.ts';
import { StoreFailure } from '#src/store/backend.ts';
import { createMemoryDisk } from '#src/store/memory-backend.ts';
import { Ats } from './ats.ts';
import { Browser, copyOfDisk, openTab, Tab } from './browser.ts';
import { Checks } from './checks.ts';
import { act } from './person.ts';
import type { Plan, Step } from './plan.ts';
import type { Seams } from './seams.ts';
import { hashOf, Seeded } from './seeded.ts';
import { Service } from './service.ts';
import { copyDisk } from './service-disk.ts';
import { startPosting } from './service-posting.ts';
import { autoMap, collect, customerIds, everyRight, firstDisk, forgetTombstones, people, removeJob } from './service-work.ts';
import { SimClock, settle } from './sim-clock.ts';
import { outboxIn } from './store-view.ts';
import type { Faults } from './trace.ts';
import { Trace } from './trace.ts';
import { wireOf } from './wire.ts';

/** Everything of one history: browsers, service, ATS and crawler, under one clock and one seed. */
export class World {
  readonly clock = new SimClock();
  readonly faults: Faults;
  readonly trace: Trace;
  readonly checks = new Checks();
  readonly service: Service;
  readonly ats: Ats;
  readonly browsers: readonly Browser[];
  readonly plan: Plan;
  readonly #lossyRefresh = new Set<string>();
  #tabs = 0;
  #commits = 0;
  #deeds = 0;

  constructor(plan: Plan, seams: Seams, faults: Faults, keepsTrace = false) {
    this.plan = plan;
    this.faults = faults;
    this.trace = new Trace(() => this.clock.now(), keepsTrace);
    const { clock, trace } = this;
    const stream = (name: string) => new Seeded(hashOf(`${plan.seed} ${name}`));
    this.service = new Service({
      clock,
      trace,
      faults,
      seams,
      random: stream('service'),
      disk: firstDisk(),
      watcher: {
        committed: (customer) => {
          this.#commits++;
          this.checks.committed(customer);
        },
        branched: () => {
          this.checks.branched();
          // A database that went back does not know the newest refresh tokens.
          for (const id of this.service.disk.sessions.keys()) this.#lossyRefresh.add(id);
        },
        endedByReuse: (session) => this.checks.endedByReuse(this.#lossyRefresh.has(session.id)),
      },
    });
    this.checks.begin(this.service);
    this.ats = new Ats({ clock, faults, trace, random: stream('ats') }, plan.nativeIdempotency);
    this.browsers = plan.browsers.map(
      ({ userId }, i) => new Browser(`b${i}u${userId}`, userId, { clock, seams, trace, faults, random: stream(`browser ${i}`) }),
    );
  }

  async run(): Promise<void> {
    startPosting(this.service, this.ats, this.plan.resendWhenAbsent);
    for (const [i, { tabs }] of this.plan.browsers.entries()) {
      const browser = this.browsers[i] as Browser;
      this.#signIn(browser);
      for (const customerId of tabs) await this.#open(browser, customerId);
    }
    await this.clock.pass(2_000);
    for (const step of this.plan.steps) {
      await this.clock.pass(step.wait);
      this.trace.add(`step ${JSON.stringify(step)}`);
      await this.#take(step);
    }
  }

  get tabs(): Tab[] {
    return this.browsers.flatMap((browser) => browser.liveTabs());
  }

  #signIn(browser: Browser): void {
    const session = this.service.signIn(browser.userId);
    browser.cookie = `${session.id}.${session.refresh}`;
  }

  async #open(browser: Browser, customerId: number): Promise<void> {
    const tab = new Tab(++this.#tabs, browser, browser.diskOf(customerId));
    browser.tabs.push(tab);
    const wire = { service: this.service, checks: this.checks, seed: this.plan.seed, pageRows: this.plan.pageRows };
    const net = wireOf(
      wire,
      browser,
      () => tab,
      (sessionId) => this.#lossyRefresh.add(sessionId),
    );
    const opening = openTab({
      tab,
      net,
      drainOnly: false,
      onCommit: (one) => this.checks.stored(one),
      onEnded: (one) => this.trace.add(`${one.name} is signed out`),
    });
    await settle();
    await opening;
  }

  /** One step; whatever it cannot be done to, it leaves alone. */
  async #take(step: Step): Promise<void> {
    switch (step.do) {
      case 'person':
      case 'connection':
      case 'kill tab':
      case 'freeze tab':
      case 'nudge':
      case 'switch customer':
      case 'wipe store':
      case 'copy store':
      case 'restore store':
      case 'fill device':
      case 'jump clock': {
        const { tabs } = this;
        const tab = tabs[step.tab % Math.max(1, tabs.length)];
        return tab ? this.#atTab(step, tab) : undefined;
      }
      case 'open tab': {
        const browser = this.browsers[step.lot % this.browsers.length] as Browser;
        if (this.tabs.length < 6) await this.#open(browser, browser.tabs[0]?.place.customerId ?? 1);
        return;
      }
      default:
        return this.#outside(step);
    }
  }

  async #atTab(step: Extract<Step, { tab: number }>, tab: Tab): Promise<void> {
    const { browser } = tab;
    switch (step.do) {
      case 'person': {
        if (tab.frozen) return;
        const world = {
          checks: this.checks,
          instant: (one: Tab) => new Date(one.clock.now() + ++this.#deeds).toISOString(),
        };
        // A deed that its tab did not live to see done was never said to be saved.
        void act(world, tab, step.deed, step.lot).catch((error: unknown) => this.#onlyDeath(tab, error));
        return settle();
      }
      case 'connection':
        browser.mood = step.mood;
        return;
      case 'kill tab':
        tab.doom = { at: step.at, left: step.count };
        tab.engine?.nudge();
        this.clock.after(8_000, () => void this.#killAndReopen(tab));
        return;
      case 'freeze tab':
        this.faults.hit('frozen tab');
        tab.frozen = true;
        this.clock.after(75_000, () => tab.thaw());
        return;
      case 'nudge':
        tab.engine?.nudge();
        return;
      case 'fill device':
        browser.room = step.room;
        this.clock.after(20_000, () => (browser.room = Infinity));
        return;
      case 'jump clock':
        this.faults.hit('clock jump');
        browser.clockOffset += step.hours * 3_600_000;
        return;
      case 'switch customer': {
        if (browser.userId !== 1) return;
        this.faults.hit('customer switch');
        tab.die();
        return this.#open(browser, tab.place.customerId === 1 ? 2 : 1);
      }
      default:
        return this.#toDisk(step.do, tab);
    }
  }

  /** A deed may end with its tab, or be refused by a full device. */
  #onlyDeath(tab: Tab, error: unknown): void {
    if (tab.alive && !(error instanceof StoreFailure)) throw error;
  }

  async #killAndReopen(tab: Tab): Promise<void> {
    if (tab.alive) this.faults.hit('tab killed: anywhere');
    tab.die();
    await this.#open(tab.browser, tab.place.customerId);
  }

  /** What happens to a browser's database while it is closed. */
  async #toDisk(what: 'wipe store' | 'copy store' | 'restore store', tab: Tab): Promise<void> {
    const { place, browser } = tab;
    if (what === 'copy store') {
      place.copy = copyOfDisk(place.disk);
      place.copiedAt = this.clock.now();
      return;
    }
    if (what === 'restore store' && !place.copy) return;
    this.faults.hit(what);
    for (const other of browser.liveTabs()) if (other.place === place) other.die();
    await settle();
    place.disk = what === 'wipe store' || !place.copy ? createMemoryDisk() : copyOfDisk(place.copy);
    this.checks.forgetAll(place, what === 'wipe store' ? -Infinity : place.copiedAt);
    await this.#open(browser, place.customerId);
  }

  #outside(step: Exclude<Step, { tab: number } | { do: 'open tab' }>): void {
    const { service } = this;
    const lot = 'lot' in step ? step.lot : 0;
    const customer = service.customer(customerIds[lot % customerIds.length] ?? 1);
    if (!customer) return;
    switch (step.do) {
      case 'kill service':
        service.doom = { at: step.at, left: step.count };
        return;
      case 'restart service':
        this.faults.hit('clean restart');
        service.stop();
        service.startIn(1_500);
        return;
      case 'back up service':
        service.backup = copyDisk(service.disk);
        return;
      case 'restore service':
        if (service.backup && service.up) this.faults.hit('service restored to an older copy');
        return service.restore();
      case 'stop flushing':
        // The mark of a clean end is flushed before anything else is done [edge case 40].
        if (service.up) service.unsynced ??= copyDisk(service.disk);
        return;
      case 'lose tail':
        if (service.unsynced && service.up) this.faults.hit('committed tail lost');
        return service.loseTail();
      case 'database storm':
        service.stormUntil = this.clock.now() + 4_000;
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
        this.faults.hit('job removed');
        return removeJob(service, customer, 1 + (lot % 9));
      case 'auto-map':
        return autoMap(service, customer, 11 + (lot % 4));
      case 'ats':
        this.ats.mood = step.mood;
        return;
      default:
        return this.#administer(step.do, lot);
    }
  }

  #administer(what: 'change right' | 'change link' | 'kill device' | 'end session', lot: number): void {
    const { disk } = this.service;
    const user = disk.users.get(people[lot % people.length]?.id ?? 1);
    if (!user) return;
    if (what === 'change right') {
      const missing = everyRight.find((right) => !user.rights.has(right));
      const right = (lot % 3 > 0 ? missing : undefined) ?? everyRight[lot % everyRight.length] ?? 'jobs.hold';
      const had = user.rights.has(right);
      this.faults.hit(had ? 'right removed' : 'right added');
      const rights = new Set(everyRight.filter((other) => (other === right ? !had : user.rights.has(other))));
      this.checks.changing(user);
      disk.users.set(user.id, { ...user, rights });
    } else if (what === 'change link') {
      const ann = disk.users.get(1);
      if (!ann) return;
      const linked = ann.links.has(2);
      this.faults.hit(linked ? 'customer taken away' : 'customer given');
      this.checks.changing(ann);
      disk.users.set(1, { ...ann, links: new Set(linked ? [] : [2]) });
    } else if (what === 'kill device') {
      const customer = disk.customers.get(1 + (lot % 2));
      const [clientId, client] = [...(customer?.clients ?? [])][lot % Math.max(1, customer?.clients.size ?? 0)] ?? [];
      if (!customer || !clientId || !client) return;
      this.faults.hit('device killed');
      this.checks.killing();
      customer.clients.set(clientId, { ...client, killed: true });
    } else {
      this.faults.hit('token revoked');
      for (const [id, session] of disk.sessions)
        if (session.userId === user.id) disk.sessions.set(id, { ...session, ended: true });
    }
  }

  /** Every fault ends; people do what their screens ask of them. Then a minute passes, or a quarter of an hour in silence. */
  async heal(): Promise<void> {
    const { service, clock } = this;
    service.doom = null;
    service.unsynced = null;
    service.stormUntil = 0;
    this.ats.mood = 'good';
    while (!service.up) await clock.pass(1_000);
    for (const browser of this.browsers) {
      browser.mood = 'good';
      browser.room = Infinity;
      for (const tab of browser.liveTabs()) {
        tab.doom = null;
        tab.thaw();
      }
    }
    this.trace.add('healed');
    // Every person looks once more at each customer that they ever worked on; a store that could not be opened is opened again.
    for (const browser of this.browsers) {
      for (const tab of browser.liveTabs()) if (!tab.engine) tab.die();
      const shown = new Set(browser.liveTabs().map(({ place }) => place));
      for (const place of browser.disks.values()) if (!shown.has(place)) await this.#open(browser, place.customerId);
    }
    if (this.plan.quietEnd) {
      await clock.pass(12 * 60_000);
    } else {
      for (const tab of this.tabs) tab.engine?.nudge();
    }
    // A minute from the last thing that happened by itself: the ATS may answer late.
    for (let i = 0, quiet = 0; quiet < 12 && i < 200; i++) {
      const before = this.#commits;
      // Somebody looks at each tab again.
      if (i === 7 && !this.plan.quietEnd) for (const tab of this.tabs) tab.engine?.nudge();
      const attended = await this.#attend();
      await clock.pass(5_000);
      quiet = this.#commits === before && !attended ? quiet + 1 : 1;
      if (this.tabs.some((tab) => tab.endedSession)) quiet = 0;
    }
  }

  /** Signs in again where a page says so, tries again where it says that access is gone, resumes a paused lane. */
  async #attend(): Promise<boolean> {
    let attended = false;
    for (const browser of this.browsers) {
      const out = browser.liveTabs().some((tab) => tab.endedSession || tab.engine?.state().phase === 'signed-out');
      const session = browser.cookie === null ? undefined : this.service.disk.sessions.get(browser.cookie.split('.')[0] ?? '');
      if (out && (!session || session.ended)) this.#signIn(browser);
      for (const tab of browser.liveTabs()) {
        const { paused, phase, wiped } = tab.engine?.state() ?? {};
        if (wiped) continue;
        if (tab.endedSession || phase === 'signed-out' || paused === 'no_access') {
          attended ||= paused !== 'no_access';
          tab.endedSession = false;
          tab.engine?.signedIn();
        }
        if (paused === 'refusals' && tab.store)
          await resumeLane(tab.store).catch((error: unknown) => this.#onlyDeath(tab, error));
      }
    }
    await settle();
    return attended;
  }

  stop(): void {
    for (const tab of this.tabs) tab.die();
    this.service.stop();
  }

  /** Unsettled entries over all stores, for what a failing history prints. */
  waiting(): string[] {
    return this.tabs.flatMap((tab) =>
      outboxIn(tab.place.disk).map(
        ({ entry, seq, name, state, parked }) => `${tab.name} ${entry} seq ${seq} ${name} ${state} ${parked?.code ?? ''}`,
      ),
    );
  }
}
