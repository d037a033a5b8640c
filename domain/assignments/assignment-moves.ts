import { type AssignedJob, type AssignmentRule, fallOf, isByHand, type PreparedAssignments, ruleFor } from './assignment-of.ts';

/** How many open jobs change from one person to another. Null: no one. */
type AssignmentMove = { readonly from: string | null; readonly to: string | null; readonly jobs: number };

/** What rules do with open jobs: those that move, and those that the given rule would take but a person decided about. */
export type AssignmentLook = { readonly moves: readonly AssignmentMove[]; readonly kept: number };

/** Compares who works on open jobs now with who they fall to by the rules. `rule`: the id of the rule that is looked at. */
export function lookAt(jobs: Iterable<AssignedJob>, prepared: PreparedAssignments, rule: AssignmentRule['id']): AssignmentLook {
  const moves = new Map<string, AssignmentMove>();
  let kept = 0;
  for (const job of jobs) {
    if (job.status !== 'Open') continue;
    const fall = fallOf(job, prepared);
    if (fall === null) {
      if (isByHand(job) && ruleFor(job, prepared)?.id === rule) kept++;
      continue;
    }
    if ((job.assigneeId ?? null) === fall.assigneeId) continue;
    const key = `${job.assigneeId ?? ''}/${fall.assigneeId ?? ''}`;
    const same = moves.get(key) ?? { from: job.assignee ?? null, to: fall.assignee, jobs: 0 };
    moves.set(key, { ...same, jobs: same.jobs + 1 });
  }
  return { moves: [...moves.values()].sort((a, b) => b.jobs - a.jobs), kept };
}

const counted = (jobs: number): string => `${jobs.toLocaleString('en-US')} ${jobs === 1 ? 'job' : 'jobs'}`;

function moveWords({ from, to, jobs }: AssignmentMove): string {
  const go = jobs === 1 ? 'goes' : 'go';
  if (from === null) return `${counted(jobs)} ${go} to ${to ?? 'no one'}`;
  return `${counted(jobs)} ${go} from ${from} to ${to ?? 'no one'}`;
}

/** A look in words: “12 jobs go to Dana, 3 jobs go from Lee to Dana, 2 jobs stay as a person decided.” */
export function lookWords({ moves, kept }: AssignmentLook): string {
  const parts = moves.map(moveWords);
  if (kept > 0) parts.push(`${counted(kept)} ${kept === 1 ? 'stays' : 'stay'} as a person decided`);
  return parts.length === 0 ? 'No open job changes.' : `${parts.join(', ')}.`;
}
