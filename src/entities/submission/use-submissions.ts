import { useMemo } from 'react';
import type { SubmissionRow, SubmissionTargetRow } from '#contract/rows/submission.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { submissionSystem } from '#domain/submissions/systems.ts';
import { statusName } from '#domain/submissions/words.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** A submission as this device holds it: without the caregiver’s email address. `ref`: its UUID if a device queued it. */
export type HeldSubmission = Omit<Submission, 'caregiverEmail'> & { readonly ref: string | null };

/** Submissions that this device holds, with the names of their targets. `ready` once a first complete copy has arrived. */
export function useSubmissions(): { readonly ready: boolean; readonly submissions: readonly HeldSubmission[] } {
  const { ready, rows } = useCollection('submission');
  const { rows: targets } = useCollection('submissionTarget');
  return useMemo(() => ({ ready, submissions: heldSubmissions(rows, targets) }), [ready, rows, targets]);
}

/** Submission targets that this device holds, in order of name. Active ones alone can be chosen for a submission. */
export function useSubmissionTargets() {
  const { rows } = useCollection('submissionTarget');
  return useMemo(() => {
    const all = rows.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    const active = all.filter(({ isActive }) => isActive);
    return {
      all,
      sources: active.filter(({ systemId }) => submissionSystem(systemId)?.isSource === true),
      destinations: active.filter(({ systemId }) => submissionSystem(systemId)?.isDestination === true),
    };
  }, [rows]);
}

/** Rows in the shape that the list call gives them. A target that was removed has no name. */
export function heldSubmissions(
  rows: readonly SubmissionRow[],
  targets: readonly Pick<SubmissionTargetRow, 'id' | 'name'>[],
): readonly HeldSubmission[] {
  const names = new Map(targets.map(({ id, name }) => [id, name]));
  return rows.map(({ owner, ownerId, createdAt, version: _version, by: _by, at: _at, purged: _purged, ...row }) => ({
    ...row,
    created: createdAt,
    from: names.get(row.fromId) ?? '',
    to: names.get(row.toId) ?? '',
    isError: row.state === 'refused' || row.state === 'human',
    isWarnings: row.warningsText !== '',
    contact: owner,
    contactId: ownerId,
    status: statusName(row),
  }));
}
