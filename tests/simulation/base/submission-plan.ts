import type { AtsMood } from './ats.ts';
import { hashOf, Seeded } from './seeded.ts';

/** What happens around submissions: outside of devices, or by a user in a tab. `lot` selects among the available choices. */
export type AroundSubmissions = { readonly wait: number } & (
  | { readonly do: 'submission systems'; readonly mood: AtsMood }
  | {
      readonly do: 'move submission' | 'forge webhook' | 'submit in the ATS' | 'send again' | 'read statuses';
      readonly lot: number;
    }
);
type AtTab = {
  readonly wait: number;
  readonly do: 'person';
  readonly tab: number;
  readonly action: 'submit' | 'submit again';
  readonly lot: number;
};

/** Whether the destination lists no submissions, and how it is at the start. */
export type SubmissionPlan = { readonly isBlind: boolean; readonly mood: AtsMood };

/** The part of histories in which caregivers are put forward. The others are as they would be without submissions. */
const share = 0.4;
const blindShare = 0.25;

const streamOf = (seed: number) => new Seeded(hashOf(`${seed} submissions`));

/** Whether caregivers are put forward in the history of a seed, and to what kind of destination. */
export function submissionsOf(seed: number): SubmissionPlan | null {
  const random = streamOf(seed);
  return random.chance(share) ? { isBlind: random.chance(blindShare), mood: random.chance(0.6) ? 'bad' : 'good' } : null;
}

const kinds = {
  submit: 12,
  'submit again': 3,
  'submission systems': 4,
  'move submission': 5,
  'forge webhook': 1,
  'submit in the ATS': 5,
  'send again': 4,
  'read statuses': 3,
} as const;

/** The steps with others between them that put caregivers forward and change what becomes of them. */
export function withSubmissions<S>(steps: readonly S[], seed: number): readonly (S | AroundSubmissions | AtTab)[] {
  const random = new Seeded(hashOf(`${seed} steps of submissions`));
  return steps.flatMap((step) => [step, ...(random.chance(0.7) ? [stepOf(random)] : [])]);
}

function stepOf(random: Seeded): AroundSubmissions | AtTab {
  const kind = random.weighted<keyof typeof kinds>(kinds);
  const wait = random.int(1, random.chance(0.15) ? 20_000 : 1_500);
  const lot = random.int(0, 1_000_000);
  switch (kind) {
    case 'submit':
    case 'submit again':
      return { wait, do: 'person', tab: random.int(0, 8), action: kind, lot };
    case 'submission systems':
      return { wait, do: kind, mood: random.chance(0.75) ? 'bad' : 'good' };
    default:
      return { wait, do: kind, lot };
  }
}
