import type { RiskSignal } from '#contract/reports/customer-risk.ts';
import { instantOf } from '../columns/instant.ts';

/** What the service knows about one customer. Times are UTC, ISO 8601; null means never. */
export type RiskFigures = {
  /** Tasks that are switched on. */
  readonly activeTasks: number;
  readonly lastCollectedAt: string | null;
  /** Tasks with an alarm that are not ignored. */
  readonly alarms: number;
  /** Jobs whose post failed, or waits for a person. */
  readonly refusedPosts: number;
  readonly openJobs: number;
  /** Open jobs that lack a mapping that the customer's target needs. */
  readonly unmappedJobs: number;
  /** What is past due, in a sentence; null if nothing is. */
  readonly pastDueNotice: string | null;
  /** When somebody of the customer last used the product. */
  readonly lastActiveAt: string | null;
};

/** The most that each signal weighs. They add up to 100. */
export const heaviest: Readonly<Record<RiskSignal['signal'], number>> = {
  noCollection: 30,
  pastDue: 20,
  alarms: 15,
  refusedPosts: 15,
  unmapped: 10,
  nobodySignedIn: 10,
};

/**
 * The signals of a customer, the heaviest first, each with its weight and the figures behind it in one sentence. None for a customer
 * that needs no one. `nowMs` is the time in milliseconds since 1970. Never only a number: the sum of the weights means nothing without them.
 */
export function riskSignals(figures: RiskFigures, nowMs: number): RiskSignal[] {
  const found = [
    noCollection(figures, nowMs),
    alarms(figures),
    refusedPosts(figures),
    unmapped(figures),
    figures.pastDueNotice === null ? null : signal('pastDue', 1, figures.pastDueNotice),
    nobodySignedIn(figures, nowMs),
  ];
  return found.filter((one) => one !== null).sort((a, b) => b.weight - a.weight);
}

/** The sum of the weights: from 0 to 100. */
export const riskOf = (signals: readonly RiskSignal[]): number => signals.reduce((sum, { weight }) => sum + weight, 0);

/** `share` is how much of the heaviest weight it gets, from 0 to 1. */
const signal = (name: RiskSignal['signal'], share: number, evidence: string): RiskSignal => ({
  signal: name,
  weight: Math.round(heaviest[name] * share),
  evidence,
});

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const dayMs = 86_400_000;
/** Whole days from a moment until now. */
const daysSince = (at: string, nowMs: number): number => Math.floor((nowMs - instantOf(at)) / dayMs);

function noCollection({ activeTasks, lastCollectedAt }: RiskFigures, nowMs: number): RiskSignal | null {
  if (activeTasks === 0) return signal('noCollection', 1, 'No task is switched on, so nothing is collected.');
  const tasks = `${counted(activeTasks, 'task')} ${activeTasks === 1 ? 'is' : 'are'} switched on`;
  if (lastCollectedAt === null) return signal('noCollection', 1, `${tasks}, and none has ever collected.`);
  const days = daysSince(lastCollectedAt, nowMs);
  if (days < 1) return null;
  const share = days >= 7 ? 1 : days >= 3 ? 2 / 3 : 1 / 3;
  return signal('noCollection', share, `${tasks}, and none has collected for ${counted(days, 'day')}.`);
}

const alarms = ({ alarms: count }: RiskFigures): RiskSignal | null =>
  count === 0
    ? null
    : signal('alarms', Math.min(count, 3) / 3, `${counted(count, 'task')} ${count === 1 ? 'has' : 'have'} an alarm.`);

const refusedPosts = ({ refusedPosts: count }: RiskFigures): RiskSignal | null =>
  count === 0
    ? null
    : signal(
        'refusedPosts',
        count >= 20 ? 1 : count >= 5 ? 2 / 3 : 1 / 3,
        `${counted(count, 'job')} ${count === 1 ? 'was' : 'were'} refused by the target or ${count === 1 ? 'waits' : 'wait'} for a decision.`,
      );

function unmapped({ openJobs, unmappedJobs }: RiskFigures): RiskSignal | null {
  const percent = openJobs === 0 ? 0 : Math.round((unmappedJobs / openJobs) * 100);
  if (percent < 10) return null;
  const share = percent >= 50 ? 1 : percent >= 25 ? 0.6 : 0.3;
  return signal('unmapped', share, `${unmappedJobs} of ${counted(openJobs, 'open job')} (${percent}%) lack a mapping.`);
}

function nobodySignedIn({ lastActiveAt }: RiskFigures, nowMs: number): RiskSignal | null {
  if (lastActiveAt === null) return signal('nobodySignedIn', 1, 'No one at the customer has ever signed in.');
  const days = daysSince(lastActiveAt, nowMs);
  if (days < 7) return null;
  return signal(
    'nobodySignedIn',
    days >= 21 ? 1 : days >= 14 ? 0.7 : 0.4,
    `No one has used Jobdock for ${counted(days, 'day')}.`,
  );
}
