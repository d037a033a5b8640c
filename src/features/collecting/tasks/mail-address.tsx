import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { giveMailAddress } from '#contract/collecting/mails.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { copyAddress } from './copy-address.ts';

type Given = ReplyOf<typeof giveMailAddress>;

/** The address to which the vendor’s mails go. It is shown on request and not kept on the device, as who knows it can send emails. */
export function MailAddress({ taskId, name, readsMailbox }: { taskId: number; name: string; readsMailbox: boolean }) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [given, setGiven] = useState<Given | null>(null);
  const [busy, setBusy] = useState(false);
  const give = async (renew: boolean) => {
    setBusy(true);
    const answer = await call(giveMailAddress, { cust, id: taskId, renew });
    setBusy(false);
    if (!answer.ok) return void toast.error({ title: 'The address was not read', detail: errorMessage(answer.error) });
    setGiven(answer.value);
    if (renew) toast.success({ title: 'New address made', detail: 'Give it to the vendor. Emails to the old one are refused.' });
  };
  const renew = async () => {
    if (await wantsNew(name)) await give(true);
  };
  return (
    <section className="card task-settings" aria-labelledby="mail-address">
      <h2 id="mail-address">Address for emails</h2>
      {readsMailbox && (
        <p className="muted">This task reads the mailbox of its settings. Emails to this address are read, too.</p>
      )}
      {given === null ? (
        <>
          <p className="muted">
            Emails that a vendor sends to the address of this task become jobs. Treat it like a password: anyone who knows it can
            send emails to this task.
          </p>
          <div>
            <OnlineButton variant="default" loading={busy} onClick={() => void give(false)}>
              Show the address
            </OnlineButton>
          </div>
        </>
      ) : (
        <Address given={given} busy={busy} onRenew={() => void renew()} />
      )}
      <p>
        <Link to={pathTo('/history', {}, { task: taskId })}>Emails of this task</Link>
      </p>
    </section>
  );
}

function Address({ given: { address, isOpen }, busy, onRenew }: { given: Given; busy: boolean; onRenew: () => void }) {
  return (
    <>
      <div className="mail-address">
        <TextInput
          readOnly
          aria-label="Address for emails"
          classNames={{ input: 'mono' }}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={() => void copyAddress(address)}>Copy</Button>
        <OnlineButton variant="default" loading={busy} onClick={onRenew}>
          Make a new address…
        </OnlineButton>
      </div>
      {isOpen ? (
        <p>This installation takes emails in at present.</p>
      ) : (
        <p className="task-note" role="status">
          This installation takes no emails in at present: emails to this address do not arrive. An administrator of Jobdock turns
          it on.
        </p>
      )}
      <h3>Have emails sent here</h3>
      <ul className="mail-address-how">
        <li>Best: ask the vendor to send its orders to this address, too. The sender is then confirmed by itself.</li>
        <li>
          In Outlook or Gmail, make a rule for emails of the vendor that forwards them to this address. Choose “Redirect” where it
          is offered: it keeps the vendor as the sender.
        </li>
        <li>A single email can be forwarded to this address by hand.</li>
        <li>Gmail first sends an email with a code to this address. You find it in the email history.</li>
      </ul>
    </>
  );
}

async function wantsNew(name: string): Promise<boolean> {
  const choice = await ask({
    title: `Make a new address for ${name}?`,
    body: 'Emails to the old address are refused from then on. Give the new one to everyone who sends emails to this task.',
    choices: { make: { words: 'Make new address', tone: 'danger' }, keep: { words: 'Keep the address' } },
    safe: 'keep',
  });
  return choice === 'make';
}
