import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import { MapKind, type MapValueRow, type TargetRow } from '#contract/rows/rows.ts';
import type { PostReason } from '#domain/posting/may-post.ts';
import { type JobActionKey, whyNotOffered } from '#domain/staging/job-actions.ts';
import { useRateFloor } from '#src/entities/posting/use-rate-floor.ts';
import { useSession } from '#src/entities/session/session.ts';
import { type Spot, spotOf } from '#src/ui/grid/anchored.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** What the panel can do with its job. */
export type JobWays = {
  readonly onAction: (key: JobActionKey, ids: readonly number[]) => void;
  readonly onMap: (jobId: number, kind: MapKind, spot: Spot) => void;
};

type Props = JobWays & {
  readonly reason: PostReason;
  readonly job: JobRow;
  readonly target: TargetRow;
  readonly values: ReadonlyMap<number, MapValueRow>;
  /** Shows the job beside the same order at other sources. */
  readonly onCompare: () => void;
};

/** The action that removes each reason. */
const actionFor: Partial<Record<PostReason['code'], { action: JobActionKey; label: string }>> = {
  on_hold: { action: 'release', label: 'Release' },
  hidden: { action: 'show', label: 'Unhide' },
  cancelled: { action: 'reopen', label: 'Reopen order…' },
  below_floor: { action: 'acceptRate', label: 'Accept rate' },
};

/** Reasons that the comparison with the other source explains, and where a person chooses. */
const otherSource: ReadonlySet<PostReason['code']> = new Set(['choose_source', 'other_chosen', 'other_posted']);

/** The button that removes a reason why a job cannot be posted; nothing where this user can do nothing about it. */
export function WayOut({ reason, job, target, values, onAction, onMap, onCompare }: Props) {
  const { may } = useSession();
  const { floor } = useRateFloor();
  const unmapped = MapKind.safeParse(reason.code.replace('unmapped_', ''));
  if (unmapped.success) {
    const kind = unmapped.data;
    if (!may('map.all') && !may(kind === 'specialty' ? 'map.degree' : `map.${kind}`)) return null;
    return (
      <Button size="compact-xs" variant="default" onClick={(event) => onMap(job.id, kind, spotOf(event.currentTarget))}>
        Map {kind}…
      </Button>
    );
  }
  if ((reason.code === 'target_disabled' || reason.code === 'posting_off') && may('targets.write'))
    return <Link to={pathTo('/targetconfig/:id/:cid?', { id: target.id })}>Open {target.name}</Link>;
  if (reason.code === 'no_flex_line' && may('targets.write'))
    return <Link to={`${pathTo('/atsFieldMapping')}?tab=flex`}>Open flex mapping</Link>;
  if (otherSource.has(reason.code))
    return (
      <Button size="compact-xs" variant="default" onClick={onCompare}>
        Compare…
      </Button>
    );
  const way = actionFor[reason.code];
  if (!way || whyNotOffered(way.action, job, { target, values, floor, may }) !== null) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={() => onAction(way.action, [job.id])}>
      {way.label}
    </Button>
  );
}
