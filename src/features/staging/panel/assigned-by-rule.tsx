import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import { placeOf } from '#domain/assignments/assignment-words.ts';
import { useAssignmentRules } from '#src/entities/assignment/use-assignment-rules.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** The assignment that gave the job to its person. Nothing where a person did. */
export function AssignedByRule({ job: { assignee, assignmentRuleId } }: { readonly job: JobRow }) {
  const { rules } = useAssignmentRules();
  const { rows: sources } = useCollection('source');
  const rule = rules.find(({ id }) => id === assignmentRuleId);
  if (!rule) return null;
  const source = sources.find(({ id }) => id === rule.sourceId)?.name ?? null;
  return (
    <p className="muted">
      Assigned to {assignee} by the <Link to={pathTo('/assignments')}>assignment of {placeOf(rule, source)}</Link>.
    </p>
  );
}
