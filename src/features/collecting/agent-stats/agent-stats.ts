import type { listAgentStats } from '#contract/collecting/task-stats.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** The runs of one task on one day, with the check of its sign-in that this screen made. */
export type AgentLine = ReplyOf<typeof listAgentStats>[number] & { readonly key: string };

/** The documented states of a check. */
export const checkStates: Readonly<Record<number, { readonly words: string; readonly tone: BadgeTone }>> = {
  1: { words: 'Not checked', tone: 'neutral' },
  2: { words: 'Works', tone: 'good' },
  3: { words: 'Failed', tone: 'bad' },
};

/** What a checked sign-in means: an empty answer 2, a request that was refused as invalid 1, everything else 3. */
export function checkStateOf(
  answer: { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: { readonly kind: string } },
): number {
  if (answer.ok) return answer.value === '' ? 2 : 3;
  return answer.error.kind === 'invalid' ? 1 : 3;
}

/** A day (yyyy-MM-dd) as the documented call writes it: MMddyyyy. */
export const documentedDay = (day: string): string => `${day.slice(5, 7)}${day.slice(8, 10)}${day.slice(0, 4)}`;

/** How long runs took together: "41.5 s", "3 min 5 s" or "2 h 4 min". */
export function tookWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
