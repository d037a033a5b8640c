import { StoreFailure } from '#src/store/tables/backend.ts';
import { Ats } from './base/ats.ts';
import { Destination } from './base/destination.ts';
import type { Seams } from './base/seams.ts';
import { hashOf, Seeded } from './base/seeded.ts';
import { SimClock, settle } from './base/sim-clock.ts';
import { Source } from './base/source.ts';
import type { Faults } from './base/trace.ts';
import { Trace } from './base/trace.ts';
import { Browser, openTab, Tab } from './browser.ts';
import { Checks } from './checks.ts';
import type { Plan } from './plan.ts';
import { Service } from './service/service.ts';
import { firstDisk } from './service/service-work.ts';
import { SubmissionChecks } from './service/submission-checks.ts';
import { outboxIn } from './store-view.ts';
import { wireOf } from './wire.ts';

/** Everything in one history: browsers, service, ATS, and crawler, with one clock and one seed. */
export class World {
  readonly clock = new SimClock();
  readonly faults: Faults;
  readonly trace: Trace;
  readonly checks = new Checks();
  readonly submissionChecks = new SubmissionChecks(this.checks);
  readonly service: Service;
  readonly ats: Ats;
  /** Where caregivers come from, and where they are put forward. */
  readonly source: Source;
  readonly destination: Destination;
  readonly browsers: readonly Browser[];
  readonly plan: Plan;
  /** The newest version of the app. */
  version = 1;
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
      disk: firstDisk(plan.linked, plan.submissions !== null),
      watcher: {
        committed: (customer) => {
          this.#commits++;
          this.checks.committed(customer);
          this.submissionChecks.committed(customer);
        },
        branched: () => {
          this.checks.branched();
          // A restored database does not know the newest refresh tokens.
          for (const id of this.service.disk.sessions.keys()) this.#lossyRefresh.add(id);
        },
        submitted: (before, after) => this.submissionChecks.submitted(before, after),
        rival: (other) => this.submissionChecks.rival(other),
        endedByReuse: (session) => this.checks.endedByReuse(this.#lossyRefresh.has(session.id)),
      },
    });
    this.checks.begin(this.service);
    this.ats = new Ats({ clock, faults, trace, random: stream('ats') }, plan.nature);
    this.ats.mood = plan.ats;
    const ports = { clock, faults, trace };
    this.source = new Source({ ...ports, random: stream('source') });
    this.destination = new Destination({ ...ports, random: stream('destination') }, plan.submissions?.isBlind === true);
    this.source.mood = plan.ats;
    this.destination.mood = plan.submissions?.mood ?? 'good';
    this.browsers = plan.browsers.map(
      ({ userId }, i) => new Browser(`b${i}`, userId, { clock, seams, trace, faults, random: stream(`browser ${i}`) }),
    );
  }

  /** Number of commits on the service. */
  get commits(): number {
    return this.#commits;
  }

  get tabs(): Tab[] {
    return this.browsers.flatMap((browser) => browser.liveTabs());
  }

  /** The browser's current user signs in. */
  signIn(browser: Browser): void {
    const session = this.service.signIn(browser.userId);
    browser.cookie = `${session.id}.${session.refresh}`;
  }

  /** A distinct number for each user action. */
  nextAction(): number {
    return ++this.#deeds;
  }

  /** Releases a new version of the app. */
  release(): void {
    this.version += 1;
  }

  /** The service stops answering old versions. Each tab then loads the new one. */
  retireOldVersions(): void {
    this.service.oldestVersion = this.version;
    for (const [i, tab] of this.tabs.entries()) this.clock.after(8_000 + i * 4_000, () => void this.update(tab));
  }

  /** A page loads the newest version of the app. */
  async update(tab: Tab): Promise<void> {
    if (!tab.alive || tab.version === this.version) return;
    this.faults.hit('SW update');
    tab.browser.version = this.version;
    await this.reload(tab);
  }

  /** A user signs in and opens customers. */
  async arrive(browser: Browser, userId: number, customerIds: readonly number[]): Promise<void> {
    browser.userId = userId;
    this.signIn(browser);
    for (const customerId of customerIds) await this.open(browser, customerId);
  }

  /** Opens a tab of a customer. */
  async open(browser: Browser, customerId: number): Promise<void> {
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

  /** Ignores an action that ended with its tab or was refused by its device; rethrows other errors. */
  onlyDeath(tab: Tab, error: unknown): void {
    if (tab.alive && !(error instanceof StoreFailure)) throw error;
  }

  /** Reloads the page with the app version that its browser has by then. */
  async reload(tab: Tab): Promise<void> {
    const { browser, place } = tab;
    const wasOn = tab.alive;
    tab.die();
    // A user who signed out meanwhile sees no rows before the next sign-in.
    if (browser.userId !== place.userId || browser.cookie === null) return;
    const old = browser.liveTabs().some((other) => other.place === place && other.version < browser.version);
    if (wasOn && old && tab.version < browser.version) this.faults.hit('schema upgrade with two tabs');
    await this.open(browser, place.customerId);
  }

  stop(): void {
    for (const tab of this.tabs) tab.die();
    this.service.stop();
  }

  /** Unsettled entries of all stores, printed for a failing history. */
  waiting(): string[] {
    return this.tabs.flatMap((tab) =>
      outboxIn(tab.place.disk).map(
        ({ entry, seq, name, state, parked }) => `${tab.name} ${entry} seq ${seq} ${name} ${state} ${parked?.code ?? ''}`,
      ),
    );
  }
}
