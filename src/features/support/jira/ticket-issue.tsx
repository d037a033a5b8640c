import { Anchor } from '@mantine/core';
import { readTicketIssue, retryTicketIssue, type TicketIssue } from '#contract/support/ticket-issue.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';

const states = {
  waiting: ['neutral', 'Waiting for Jira'],
  doubt: ['warn', 'In doubt'],
  sent: ['good', 'Sent to Jira'],
  failed: ['bad', 'Not in Jira'],
} as const satisfies Readonly<Record<Exclude<TicketIssue['state'], 'none'>, readonly [BadgeTone, string]>>;

/** How far a ticket is on its way to Jira, for administrators. Absent where Jira has no part in it. */
export function TicketIssuePart({ ticketId }: { ticketId: number }) {
  const { reply } = useReply(readTicketIssue, { id: ticketId });
  return reply && reply.state !== 'none' ? <Part ticketId={ticketId} issue={reply} state={reply.state} /> : null;
}

type PartProps = { ticketId: number; issue: TicketIssue; state: keyof typeof states };

function Part({ ticketId, issue: { key, link, problem, nextAt }, state }: PartProps) {
  const format = useFormat();
  const [tone, words] = states[state];
  const retry = useDo(retryTicketIssue, {
    args: () => ({ id: ticketId }),
    said: () => ({ title: 'Jobdock tries again now' }),
    failed: 'Not tried again',
    refreshes: [readTicketIssue],
  });
  return (
    <section className="desk-jira" aria-label="Jira">
      <h2>Jira</h2>
      <p>
        <StateBadge tone={tone}>{words}</StateBadge>{' '}
        {key !== null && link !== null && (
          <Anchor href={link} target="_blank" rel="noreferrer">
            {key}
          </Anchor>
        )}
      </p>
      {problem !== null && <p className="muted">{problem}</p>}
      {nextAt !== null && <p className="muted">Next look {format.stamp(nextAt)}</p>}
      {state !== 'sent' && (
        <OnlineButton variant="default" size="xs" onClick={() => void retry(null)}>
          {state === 'doubt' ? 'Look now' : 'Try again'}
        </OnlineButton>
      )}
    </section>
  );
}
