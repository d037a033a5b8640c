import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isLate, listBackups } from '../../backup/kept-backups.ts';
import { type Db, poolFigures, watchPool } from '../../kit/db/connection.ts';
import type { Services } from '../../kit/http/handle.ts';
import type { Answered } from '../../kit/http/run-call.ts';
import { type Backlog, readBacklogAtMost } from './backlog.ts';

/** Figures of a process for Prometheus. */
export type Metrics = {
  readonly answered: Answered;
  /** Says where the number of open live streams is read. */
  readonly countStreams: (count: () => number) => void;
  /** All figures in the text format of Prometheus. Figures of a database that does not answer are left out. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
};

const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const waitSeconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const nanoseconds = 1e9;
/** The measured time between two ticks has this time in it. */
const tickMilliseconds = 10;

/** Collects the figures of this process. Labels are names of the code: no customer, person or address is ever in them. */
export function createMetrics(services: Pick<Services, 'db' | 'now' | 'config'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  addProcess(registers);
  addPool(registers, services.db);
  const calls = new Counter({
    name: 'jobdock_calls_total',
    help: 'Answered calls, by call and class of status. Live streams count when they end.',
    labelNames: ['call', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'jobdock_call_duration_seconds',
    help: 'Time from a request to the end of its answer, without live streams.',
    labelNames: ['call'],
    buckets: callSeconds,
    registers,
  });
  const refused = new Counter({
    name: 'jobdock_calls_put_off_total',
    help: 'Answers that ask the caller to come again later, by status (429, 503).',
    labelNames: ['status'],
    registers,
  });
  for (const status of ['429', '503']) refused.inc({ status }, 0);
  let streams = () => 0;
  new Gauge({
    name: 'jobdock_live_streams',
    help: 'Live streams that are open.',
    registers,
    collect() {
      this.set(streams());
    },
  });
  addBackups(registers, services);
  const showBacklog = addBacklog(registers);
  const readBacklog = readBacklogAtMost(services.db, services.now);
  return {
    contentType: registry.contentType,
    answered(call, status, seconds) {
      calls.inc({ call, status: `${Math.floor(status / 100)}xx` });
      if (status === 429 || status === 503) refused.inc({ status: String(status) });
      if (seconds !== null) durations.observe({ call }, seconds);
    },
    countStreams(count) {
      streams = count;
    },
    async text() {
      showBacklog(await readBacklog());
      return registry.metrics();
    },
  };
}

function addProcess(registers: Registry[]): void {
  const delay = monitorEventLoopDelay({ resolution: tickMilliseconds });
  delay.enable();
  new Gauge({
    name: 'jobdock_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape, by quantile (0.5, 0.99).',
    labelNames: ['quantile'],
    registers,
    collect() {
      // Before its first tick the histogram has no value.
      for (const [quantile, percent] of [
        ['0.5', 50],
        ['0.99', 99],
      ] as const)
        this.set(
          { quantile },
          delay.count === 0 ? 0 : Math.max(0, delay.percentile(percent) / nanoseconds - tickMilliseconds / 1000),
        );
      delay.reset();
    },
  });
  new Gauge({
    name: 'jobdock_memory_bytes',
    help: 'Memory of the process: rss is all of it, heap is the part that JavaScript uses.',
    labelNames: ['kind'],
    registers,
    collect() {
      const { rss, heapUsed } = process.memoryUsage();
      this.set({ kind: 'rss' }, rss);
      this.set({ kind: 'heap' }, heapUsed);
    },
  });
}

function addPool(registers: Registry[], db: Db): void {
  new Gauge({
    name: 'jobdock_database_pool_connections',
    help: 'Connections of the pool, by state (used, idle).',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle } = poolFigures(db);
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'jobdock_database_pool_waiting',
    help: 'Statements and transactions that wait for a connection of the pool.',
    registers,
    collect() {
      this.set(poolFigures(db).waiting);
    },
  });
  const waits = new Histogram({
    name: 'jobdock_database_pool_wait_seconds',
    help: 'Time until the pool gave a connection.',
    buckets: waitSeconds,
    registers,
  });
  watchPool(db, (seconds) => waits.observe(seconds));
}

function addBackups(registers: Registry[], { config, now }: Pick<Services, 'config' | 'now'>): void {
  const { backups } = config;
  if (backups === undefined) return;
  new Gauge({
    name: 'jobdock_backup_age_seconds',
    help: 'Age of the newest nightly backup in the folder. Missing if there is none.',
    registers,
    async collect() {
      const newest = (await listBackups(backups).catch(() => [])).at(-1);
      if (newest) this.set((now().getTime() - newest.takenAt.getTime()) / 1000);
      else this.remove();
    },
  });
  new Gauge({
    name: 'jobdock_backup_late',
    help: '1 if the newest nightly backup is older than 25 hours, or there is none.',
    registers,
    async collect() {
      this.set(isLate(await listBackups(backups).catch(() => []), now()) ? 1 : 0);
    },
  });
}

/** Gauges of what waits in the database. The returned function sets them; null if the database did not answer. */
function addBacklog(registers: Registry[]): (backlog: Backlog | null) => void {
  const gauge = (name: string, help: string, labelNames: string[]) => new Gauge({ name, help, labelNames, registers });
  const up = gauge('jobdock_database_up', '1 if the database answered when the figures of waiting work were read.', []);
  const waiting = gauge(
    'jobdock_work_waiting',
    'Work that is due and waits, by kind of work and name (queue, state or kind of run).',
    ['work', 'name'],
  );
  const age = gauge('jobdock_work_oldest_seconds', 'How long the oldest of that work is due.', ['work', 'name']);
  return (backlog) => {
    up.set(backlog === null ? 0 : 1);
    waiting.reset();
    age.reset();
    for (const { work, name, count, seconds } of backlog ?? []) {
      waiting.set({ work, name }, count);
      age.set({ work, name }, seconds);
    }
  };
}
