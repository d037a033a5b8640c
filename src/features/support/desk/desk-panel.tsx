import { Button, Select } from '@mantine/core';
import type { TicketRow } from '#contract/rows/ticket.ts';
import { type Desk, readDesk, saveDesk } from '#contract/support/desk.ts';
import { firstAnswerState } from '#domain/tickets/first-answer.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { Said } from '#src/entities/ticket/said.tsx';
import { useOffline } from '#src/ui/connection/connection.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { useFormat, useNow } from '#src/ui/format/use-format.tsx';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { AsOf } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { TicketIssuePart } from '../jira/ticket-issue.tsx';
import { InternalNotes } from './internal-notes.tsx';
import { MergeTicket } from './merge-ticket.tsx';

const priorities = [
  { value: 'urgent', label: 'Urgent' },
  { value: 'high', label: 'High' },
  { value: 'normal', label: 'Normal' },
  { value: 'low', label: 'Low' },
] as const;

const states: Readonly<Record<ReturnType<typeof firstAnswerState>, readonly [BadgeTone, string]>> = {
  inTime: ['good', 'In time'],
  late: ['warn', 'Late'],
  waiting: ['neutral', 'Due'],
  overdue: ['bad', 'Overdue'],
};

/** What only the provider’s people see of a ticket. It is read from the service each time and never kept on the device. */
export function DeskPanel({ ticket }: { ticket: TicketRow }) {
  const { id: ticketId } = ticket;
  const merge = useEditor(MergeTicket, {});
  const answer = useReply(readDesk, { id: ticketId });
  const { reply, problem } = answer;
  return (
    <aside className="card desk" aria-label="Provider only">
      <h2>Provider only</h2>
      <p className="muted">The customer sees nothing of this.</p>
      {reply === null && problem === null && <Waiting rows={3} />}
      {problem !== null && <AsOf {...answer} />}
      {reply && <Decisions ticketId={ticketId} desk={reply} />}
      {reply && reply.refusedMails.length > 0 && <RefusedMails mails={reply.refusedMails} />}
      <TicketIssuePart ticketId={ticketId} />
      {reply && <InternalNotes ticketId={ticketId} notes={reply.notes} />}
      <div>
        <Button size="xs" variant="default" onClick={() => merge.open(ticket)}>
          Merge into another ticket…
        </Button>
      </div>
      {merge.dialog}
    </aside>
  );
}

function Decisions({ ticketId, desk }: { ticketId: number; desk: Desk }) {
  const { email, phone, assigneeId, priority, firstAnswerDueAt, firstAnsweredAt, people, followers } = desk;
  const offline = useOffline();
  const format = useFormat();
  const now = useNow();
  const save = useDo(saveDesk, {
    args: (change: Partial<Pick<Desk, 'assigneeId' | 'priority'>>) => {
      const next = { assigneeId, priority, ...change };
      return { id: ticketId, assigneeId: next.assigneeId ?? 0, priority: next.priority };
    },
    failed: 'Ticket not changed',
    refreshes: [readDesk],
  });
  const at = firstAnsweredAt === null ? null : Date.parse(firstAnsweredAt);
  const [tone, words] = states[firstAnswerState({ dueAt: Date.parse(firstAnswerDueAt), at }, now)];
  return (
    <>
      <Select
        label="Assignee"
        placeholder="No one"
        clearable
        clearButtonProps={{ 'aria-label': 'No assignee' }}
        disabled={offline}
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={assigneeId === null ? null : String(assigneeId)}
        onChange={(value) => void save({ assigneeId: value === null ? null : Number(value) })}
      />
      <Select
        label="Priority"
        allowDeselect={false}
        disabled={offline}
        data={[...priorities]}
        value={priority}
        onChange={(value) => void save({ priority: priorities.find((each) => each.value === value)?.value ?? priority })}
      />
      <dl className="desk-facts">
        <dt>First answer</dt>
        <dd>
          {format.stamp(firstAnswerDueAt)} <StateBadge tone={tone}>{words}</StateBadge>
        </dd>
        <dt>Email</dt>
        <dd>{email}</dd>
        <dt>Phone</dt>
        <dd>{phone ?? 'Not given'}</dd>
        {followers.length > 0 && (
          <>
            <dt>Also to</dt>
            <dd>{followers.join(', ')}</dd>
          </>
        )}
      </dl>
    </>
  );
}

/** Emails to the ticket’s addresses that became no answer, and why. */
const RefusedMails = ({ mails }: { mails: Desk['refusedMails'] }) => (
  <>
    <h2>Emails that were not taken</h2>
    <ul className="desk-notes" aria-label="Emails that were not taken">
      {mails.map(({ id, at, from, why }) => (
        <li key={id}>
          <Said author={from} at={at} text={why} />
        </li>
      ))}
    </ul>
  </>
);
