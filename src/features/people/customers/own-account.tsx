import { StoredAccount } from '#contract/people/account.ts';
import { getCustomer, readCustomerBasics } from '#contract/people/customers.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { OwnForm } from './account-forms.tsx';
import { industries } from './customer.ts';

/**
 * `/account`: the account of the person's own customer. Without a connection it shows what the device has stored, which holds no
 * address and no debt; editing needs the service.
 */
export function OwnAccount() {
  const { role } = useSession();
  const basics = useReply(readCustomerBasics, { cust: role.customerId });
  const whole = useReply(getCustomer, { cust: role.customerId });
  const account = StoredAccount.safeParse(whole.reply);
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="Account" note={role.customerName} />
      {whole.reply?.isPastDue && whole.reply.pastDueNotice !== '' && (
        <p className="form-problems" role="alert">
          {whole.reply.pastDueNotice}
        </p>
      )}
      {account.success ? <OwnForm id={role.customerId} account={account.data} /> : <Stored basics={basics} why={whole.problem} />}
    </section>
  );
}

type StoredProps = { basics: ReturnType<typeof useReply<typeof readCustomerBasics>>; why: string | null };

/** What the device has stored of the account, with its age. */
const Stored = ({ basics, why }: StoredProps) => (
  <Answered answer={basics} what="The account’s settings">
    {({ name, industry, timeZone }) => (
      <SettingsPart title="Account" about={why === null ? 'Loading the rest…' : 'Editing needs a connection.'}>
        <dl className="account-facts">
          <dt>Name</dt>
          <dd>{name}</dd>
          <dt>Industry</dt>
          <dd>{industries.find(({ value }) => value === String(industry))?.label ?? `Industry ${industry}`}</dd>
          <dt>Time zone</dt>
          <dd>{timeZone.replaceAll('_', ' ')}</dd>
        </dl>
      </SettingsPart>
    )}
  </Answered>
);
