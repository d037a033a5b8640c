import type { AtsMood } from './base/ats.ts';
import { type Mood, moodNames } from './base/moods.ts';
import { type Nature, natureOf } from './base/natures.ts';
import { Seeded } from './base/seeded.ts';
import { type AroundSubmissions, type SubmissionPlan, submissionsOf, withSubmissions } from './base/submission-plan.ts';
import type { DeathAt } from './browser.ts';
import type { DoomAt } from './service/service.ts';

/** How a user signs out with unsent changes. `idle`: the app signs out and keeps the changes. */
export type Leaving = 'send' | 'keep' | 'discard' | 'idle';

/** What a user does. `lot` selects among the available choices. */
export type Action =
  | 'hold'
  | 'release'
  | 'hide'
  | 'show'
  | 'cancel'
  | 'reopen'
  | 'rate'
  | 'unlock'
  | 'map job'
  | 'unbind'
  | 'map value'
  | 'accept'
  | 'ignore'
  | 'post'
  | 'undo'
  | 'submit'
  | 'submit again'
  | 'retry parked'
  | 'discard parked'
  | 'resume lane';

/** One step of a history. Steps are plain data, so that a failing list can be printed, shortened, and run again. */
export type Step = { readonly wait: number } & (
  | { readonly do: 'person'; readonly tab: number; readonly action: Action; readonly lot: number }
  | { readonly do: 'connection'; readonly tab: number; readonly mood: Mood }
  | { readonly do: 'kill tab'; readonly tab: number; readonly at: DeathAt; readonly count: number }
  | { readonly do: 'open tab'; readonly lot: number }
  | {
      readonly do: 'freeze tab' | 'nudge' | 'switch customer' | 'roll app back' | 'wipe store' | 'copy store' | 'restore store';
      readonly tab: number;
    }
  | { readonly do: 'fill device'; readonly tab: number; readonly room: number }
  | { readonly do: 'sign out'; readonly tab: number; readonly how: Leaving; readonly lot: number }
  | { readonly do: 'update app'; readonly tab: number; readonly lot: number }
  | { readonly do: 'jump clock'; readonly tab: number; readonly hours: number }
  | { readonly do: 'days pass'; readonly days: number }
  | { readonly do: 'kill service'; readonly at: DoomAt; readonly count: number }
  | {
      readonly do:
        | 'restart service'
        | 'back up service'
        | 'restore service'
        | 'stop flushing'
        | 'lose tail'
        | 'database storm'
        | 'forget tombstones';
    }
  | {
      readonly do: 'change right' | 'change link' | 'kill device' | 'end session' | 'collect' | 'remove job' | 'auto-map';
      readonly lot: number;
    }
  | { readonly do: 'ats'; readonly mood: AtsMood }
  | AroundSubmissions
);

export type Plan = {
  readonly seed: number;
  /** Browsers with their user and the customer of each tab. */
  readonly browsers: readonly { readonly userId: number; readonly tabs: readonly number[] }[];
  readonly pageRows: number;
  /** What the target offers against duplicates. */
  readonly nature: Nature;
  readonly ats: AtsMood;
  /** Whether Ann has access to the second customer at the start. */
  readonly linked: boolean;
  readonly resendWhenAbsent: boolean;
  /** The history ends without user actions: only the devices' own timers sync them. */
  readonly quietEnd: boolean;
  /** Whether caregivers are put forward, and if so, whether their destination lists no submissions. */
  readonly submissions: SubmissionPlan | null;
  readonly steps: readonly Step[];
};

/** Arrangements: two tabs of one store, one user on two devices, two users, two customers. */
const layouts = [
  [
    { userId: 1, tabs: [1, 1] },
    { userId: 2, tabs: [1] },
  ],
  [
    { userId: 1, tabs: [1] },
    { userId: 1, tabs: [1] },
    { userId: 2, tabs: [1] },
  ],
  [
    { userId: 1, tabs: [1, 2] },
    { userId: 3, tabs: [2] },
  ],
  [
    { userId: 1, tabs: [1] },
    { userId: 2, tabs: [1] },
  ],
  [
    { userId: 1, tabs: [1, 1] },
    { userId: 1, tabs: [1] },
    { userId: 2, tabs: [1] },
    { userId: 3, tabs: [2] },
  ],
] as const;

const actions: Readonly<Record<Exclude<Action, 'submit' | 'submit again'>, number>> = {
  hold: 3,
  release: 2,
  hide: 1,
  show: 1,
  cancel: 2,
  reopen: 2,
  rate: 9,
  unlock: 3,
  'map job': 3,
  unbind: 1,
  'map value': 5,
  accept: 2,
  ignore: 1,
  post: 9,
  undo: 3,
  'retry parked': 3,
  'discard parked': 1,
  'resume lane': 1,
};

const kinds = {
  person: 46,
  connection: 12,
  'kill tab': 5,
  'open tab': 2,
  'freeze tab': 2,
  nudge: 2,
  'switch customer': 1,
  'sign out': 3,
  'update app': 2,
  'roll app back': 1.4,
  'wipe store': 0.6,
  'copy store': 4,
  'restore store': 2.5,
  'fill device': 1,
  'jump clock': 1,
  'days pass': 0.8,
  'kill service': 4,
  'restart service': 1,
  'back up service': 2,
  'restore service': 1,
  'stop flushing': 2.2,
  'lose tail': 2,
  'database storm': 1,
  'forget tombstones': 2.5,
  'change right': 3,
  'change link': 1.2,
  'kill device': 0.5,
  'end session': 1,
  collect: 6,
  'remove job': 3,
  'auto-map': 2,
  ats: 5,
} as const;

/** Steps per history: many short histories, to end in every state, and some long ones, to reach rare states. */
const lengths = [12, 12, 24, 24, 60] as const;
/** If the average is lower, the histories did too little to count. */
export const leastMeanSteps = 24;

/** The plan of a history: everything except network faults, from its seed alone. */
export function planOf(seed: number, steps?: number): Plan {
  const random = new Seeded(seed);
  const length = random.pick(lengths);
  const submissions = submissionsOf(seed);
  const plan: Plan = {
    seed,
    browsers: random.pick(layouts),
    pageRows: random.pick([1, 2, 3, 8, 1000]),
    nature: natureOf(random.unit()),
    ats: random.chance(0.4) ? 'bad' : 'good',
    resendWhenAbsent: random.chance(0.5),
    linked: random.chance(0.75),
    quietEnd: random.chance(0.08),
    submissions,
    steps: Array.from({ length: steps ?? length }, () => stepOf(random)),
  };
  return submissions ? { ...plan, steps: withSubmissions(plan.steps, seed) } : plan;
}

const wait = (random: Seeded): number => {
  const lot = random.unit();
  if (lot < 0.5) return random.int(1, 400);
  if (lot < 0.86) return random.int(400, 3_000);
  return lot < 0.975 ? random.int(3_000, 12_000) : random.int(12_000, 70_000);
};

function stepOf(random: Seeded): Step {
  const kind = random.weighted<keyof typeof kinds>(kinds);
  const base = { wait: wait(random) };
  const tab = random.int(0, 8);
  const lot = random.int(0, 1_000_000);
  switch (kind) {
    case 'person':
      return { ...base, do: kind, tab, action: random.weighted(actions), lot };
    case 'connection':
      return { ...base, do: kind, tab, mood: random.chance(0.4) ? 'bad' : random.pick(moodNames) };
    case 'kill tab':
      return { ...base, do: kind, tab, at: random.pick(['begin', 'commit', 'after commit'] as const), count: random.int(1, 5) };
    case 'fill device':
      return { ...base, do: kind, tab, room: random.int(0, 12) };
    case 'sign out':
      return { ...base, do: kind, tab, how: random.pick(['send', 'keep', 'discard', 'idle'] as const), lot };
    case 'update app':
      return { ...base, do: kind, tab, lot };
    case 'jump clock':
      return { ...base, do: kind, tab, hours: random.pick([-24, -1, 1, 24, 240]) };
    case 'days pass':
      return { ...base, do: kind, days: random.pick([1, 2, 4, 9]) };
    case 'kill service':
      return {
        ...base,
        do: kind,
        at: random.pick(['statement', 'before commit', 'after commit'] as const),
        count: random.int(1, 6),
      };
    case 'ats':
      return { ...base, do: kind, mood: random.chance(0.7) ? 'bad' : 'good' };
    case 'open tab':
    case 'change right':
    case 'change link':
    case 'kill device':
    case 'end session':
    case 'collect':
    case 'remove job':
    case 'auto-map':
      return { ...base, do: kind, lot };
    case 'freeze tab':
    case 'nudge':
    case 'switch customer':
    case 'roll app back':
    case 'wipe store':
    case 'copy store':
    case 'restore store':
      return { ...base, do: kind, tab };
    default:
      return { ...base, do: kind };
  }
}
