import { Button } from '@mantine/core';
import { type CustomerBilling as Billing, makeDrafts, readCustomerBilling, suspendCustomer } from '#contract/billing/ledger.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { Figures } from '#src/entities/billing/figures.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { ask } from '#src/ui/ask/ask.tsx';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { Accounting } from './accounting.tsx';
import { customerReplies } from './billing-replies.ts';
import { LedgerInvoices } from './ledger-invoices.tsx';
import { TermsForm } from './terms-form.tsx';

/** The billing of a customer as staff work on it: past due, suspended, prices and licenses, drafts and sent invoices. */
export function CustomerBilling({ id }: { id: number }) {
  const answer = useReply(readCustomerBilling, { cust: id });
  return (
    <Answered answer={answer} what="The figures of billing">
      {(billing) => (
        <div className="form">
          <State id={id} billing={billing} />
          <Terms id={id} billing={billing} />
          <Accounting id={id} />
          <Invoices id={id} billing={billing} />
        </div>
      )}
    </Answered>
  );
}

type Props = { id: number; billing: Billing };

function State({ id, billing }: Props) {
  const { isPastDue, isSuspended, canSuspend, notice } = billing;
  const suspend = useDo(suspendCustomer, {
    args: (suspended: boolean) => ({ cust: id, isSuspended: suspended }),
    said: (_reply, suspended) => ({ title: suspended ? 'Customer suspended' : 'Customer resumed' }),
    refreshes: customerReplies,
  });
  const toggle = async () => {
    if (isSuspended || (await ask(question)) === 'go') await suspend(!isSuspended);
  };
  return (
    <SettingsPart title="State">
      <Figures
        rows={[
          ['Past due', isPastDue ? <StateBadge tone="bad">Past due</StateBadge> : <StateBadge tone="good">No</StateBadge>],
          ['Suspended', isSuspended ? <StateBadge tone="bad">Suspended</StateBadge> : <StateBadge tone="good">No</StateBadge>],
        ]}
      />
      {notice !== '' && <p>{notice}</p>}
      {canSuspend && (
        <OnlineButton onClick={() => void toggle()}>{isSuspended ? 'Resume customer' : 'Suspend customer'}</OnlineButton>
      )}
    </SettingsPart>
  );
}

const question = {
  title: 'Suspend this customer?',
  body: 'Nothing is collected or posted until nothing is past due any more. Its people can sign in, read, edit and pay.',
  choices: { go: { words: 'Suspend customer', tone: 'danger' }, stay: { words: 'Cancel' } },
  safe: 'stay',
} as const;

function Terms({ id, billing: { terms, connections, userLimit, added, startOn } }: Props) {
  const { localDate } = useFormat();
  const editor = useEditor(TermsForm, { id });
  return (
    <SettingsPart title="Subscription" about="Plan, connections and users are in the Plan tab.">
      <Figures
        rows={[
          ['Plan', terms.plan === '' ? 'None' : terms.plan],
          ['Plan, a month', shownAmount(terms.monthPrice)],
          ['VMS connections', `${connections}, ${terms.connections} of them added`],
          ['Added connection, a month', shownAmount(terms.connectionPrice)],
          ['Users', `${userLimit}, ${terms.users} of them added`],
          ['Added user, a month', shownAmount(terms.userPrice)],
          ['Added by the customer', `${added} of 10`],
          ['Billing began', localDate(startOn)],
        ]}
      />
      <Button variant="default" onClick={() => editor.open(terms)}>
        Change prices…
      </Button>
      {editor.dialog}
    </SettingsPart>
  );
}

function Invoices({ id, billing: { invoices, total } }: Props) {
  const make = useDo(makeDrafts, {
    args: (cust: number) => ({ cust }),
    said: ({ message }) => ({ title: message }),
    refreshes: customerReplies,
  });
  const none = 'A draft appears here when a month is over. Review it, then send it.';
  return (
    <SettingsPart title="Invoices" {...(invoices.length === 0 && { about: none })}>
      <LedgerInvoices id={id} invoices={invoices} />
      {total > invoices.length && <p className="muted">{`The newest ${invoices.length} of ${total} invoices.`}</p>}
      <OnlineButton variant="default" onClick={() => void make(id)}>
        Make drafts now
      </OnlineButton>
    </SettingsPart>
  );
}
