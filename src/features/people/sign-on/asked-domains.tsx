import type { AskedDomain } from '#contract/people/sign-on-settings.ts';
import { decideSignOnDomain, getSignOn, listSignOnDomains } from '#contract/people/sign-on-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { RowActions } from '#src/ui/actions/row-actions.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';

/** For provider administrators: the domains that customers asked for. Who confirms one has checked that it is the customer's. */
export function AskedDomains() {
  const { reply, problem } = useReply(listSignOnDomains, {});
  const decide = useDo(decideSignOnDomain, {
    args: ({ customerId, domain, isConfirmed }: AskedDomain) => ({ cust: customerId, domain, isConfirmed: !isConfirmed }),
    said: ({ isConfirmed, domain }) => ({ title: isConfirmed ? 'Domain confirmed' : 'Confirmation taken back', detail: domain }),
    failed: 'The domain was not changed',
    refreshes: [listSignOnDomains, getSignOn],
  });
  return (
    <SettingsPart
      title="Domains of all customers"
      about="Confirm a domain only after the customer has shown that it is theirs: its people are then sent to the customer’s provider."
    >
      {problem !== null && !reply && <p role="alert">{problem}</p>}
      {reply?.length === 0 && <p className="muted">No customer has asked for a domain.</p>}
      <ul className="sign-on-domains">
        {reply?.map((asked) => (
          <li key={`${asked.customerId} ${asked.domain}`}>
            <span>
              <span className="mono">{asked.domain}</span> {asked.customer} <Ago at={asked.askedAt} /> <State {...asked} />
            </span>
            <RowActions
              row={asked}
              name={`${asked.domain} of ${asked.customer}`}
              actions={[
                { label: 'Confirm', run: decide, online: true, when: !asked.isConfirmed && !asked.isTaken },
                { label: 'Take back', run: decide, online: true, danger: true, when: asked.isConfirmed },
              ]}
            />
          </li>
        ))}
      </ul>
    </SettingsPart>
  );
}

function State({ isConfirmed, isTaken }: AskedDomain) {
  if (isConfirmed) return <StateBadge tone="good">Confirmed</StateBadge>;
  return isTaken ? <StateBadge tone="bad">Another customer has it</StateBadge> : <StateBadge tone="pending">Asked</StateBadge>;
}
