import { useState } from 'react';
import { getCustomer, StoredAccount } from '#contract/people/account.ts';
import { readCustomerBasics } from '#contract/people/customers.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { useKeptAccount } from './kept-account.ts';
import { BasicsForm, OwnForm } from './own-account-forms.tsx';

/**
 * `/account`: the account of the person's own customer. Without a connection it shows what the device has stored, which holds no
 * address and no debt. That can be edited, and is saved with the next connection.
 */
export function OwnAccount() {
  const { role } = useSession();
  const id = role.customerId;
  const { kept, forget } = useKeptAccount(id);
  const since = String(useOffline());
  const basics = useReply(readCustomerBasics, { cust: id }, { since });
  const whole = useReply(getCustomer, { cust: id }, { since });
  const account = StoredAccount.safeParse(whole.reply);
  // A form that somebody types into is not exchanged for another one when the connection is back.
  const [isTyping, setTyping] = useState(false);
  const [outdated, setOutdated] = useState<string | null>(null);
  const onTyping = (now: boolean) => {
    setTyping(now);
    if (now || !isTyping) return;
    // Saved or discarded: the next form begins without it, and with what is stored now.
    forget();
    setOutdated(whole.at);
    whole.refresh();
  };
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="Account" note={role.customerName} />
      {whole.reply?.isPastDue && whole.reply.pastDueNotice !== '' && (
        <p className="form-problems" role="alert">
          {whole.reply.pastDueNotice}
        </p>
      )}
      {kept !== undefined && account.success && !isTyping && whole.at !== outdated ? (
        <OwnForm id={id} account={account.data} kept={kept} />
      ) : kept === undefined || (whole.reply === null && whole.problem === null && !isTyping) ? (
        <Waiting />
      ) : (
        <Answered answer={basics} what="The account’s settings">
          {({ name, industry, timeZone }) => (
            <BasicsForm id={id} basics={{ name, industry: String(industry), timeZone }} kept={kept} onTyping={onTyping} />
          )}
        </Answered>
      )}
    </section>
  );
}
