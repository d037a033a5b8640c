import { useMemo } from 'react';
import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import type { Assignee } from '#contract/staging/assignees.ts';
import { listAssignees } from '#contract/staging/assignees.ts';
import { inOrder } from '#domain/assignments/assignment-of.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The assignment rules in order, as far as this device has them. */
export function useAssignmentRules(): { readonly ready: boolean; readonly rules: readonly AssignmentRuleRow[] } {
  const { ready, rows } = useCollection('assignmentRule');
  return useMemo(() => ({ ready, rules: inOrder(rows.filter(({ purged }) => !purged)) }), [ready, rows]);
}

/** The people whom jobs can be assigned to; null where this device does not know all of them. */
export function useAssignable(): readonly Assignee[] | null {
  const { customer, may } = useSession();
  const { reply } = useReply(listAssignees, { cust: customer.id }, { wanted: may('jobs.hold') });
  return reply && reply.people.length === reply.total ? reply.people : null;
}
