import { addAccountingClient, pickAccountingClient, readAccounting } from '#contract/billing/accounting-clients.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { Figures } from '#src/entities/billing/figures.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { ask } from '#src/ui/ask/ask.tsx';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { accountingReplies } from './billing-replies.ts';
import { ClientForm } from './client-form.tsx';

type State = ReplyOf<typeof readAccounting>;

/** The client at FreshBooks whose books mirror the invoices and payments of a customer. */
export function Accounting({ id }: { id: number }) {
  const answer = useReply(readAccounting, { cust: id });
  const off = answer.reply?.isConnected === false && answer.reply.extId === '';
  const none = 'FreshBooks is not connected. Billing works without it; connect it in the system settings.';
  return (
    <SettingsPart title="Accounting" {...(off && { about: none })}>
      {!off && (
        <Answered answer={answer} what="The state of the accounting">
          {(state) => <Client id={id} state={state} />}
        </Answered>
      )}
    </SettingsPart>
  );
}

function Client({ id, state }: { id: number; state: State }) {
  const { extId, clientName, mirrored, waiting, problems, isConnected } = state;
  const isLinked = extId !== '';
  const picking = useEditor(ClientForm, { cust: id });
  const create = useDo(addAccountingClient, {
    args: (cust: number) => ({ cust }),
    said: ({ extId: made }) => ({ title: 'Client linked', detail: `Accounting ID ${made}` }),
    failed: 'Client not created',
    refreshes: accountingReplies,
  });
  const unlink = useDo(pickAccountingClient, {
    args: (cust: number) => ({ cust, extId: '' }),
    said: () => ({ title: 'Client unlinked' }),
    failed: 'Client not unlinked',
    refreshes: accountingReplies,
  });
  return (
    <>
      <Figures
        rows={[
          ['Client', isLinked ? clientName || `Accounting ID ${extId}` : 'Not linked'],
          ...(isLinked
            ? ([
                ['Invoices and entries there', mirrored],
                ['On their way', waiting],
              ] as const)
            : []),
        ]}
      />
      {!isLinked && <p className="muted">Without a client, the invoices of this customer stay in Jobdock alone.</p>}
      {problems.map((words) => (
        <p key={words} className="billing-problem">
          {words}
        </p>
      ))}
      <div className="billing-actions">
        {isConnected && !isLinked && <OnlineButton onClick={() => void create(id)}>Create client</OnlineButton>}
        {isConnected && (
          <OnlineButton variant="default" onClick={() => picking.open({ extId })}>
            {isLinked ? 'Pick another client…' : 'Pick a client…'}
          </OnlineButton>
        )}
        {isLinked && (
          <OnlineButton variant="subtle" color="red" onClick={() => void wantsUnlinked().then((yes) => yes && unlink(id))}>
            Unlink client…
          </OnlineButton>
        )}
      </div>
      {picking.dialog}
    </>
  );
}

async function wantsUnlinked(): Promise<boolean> {
  const choice = await ask({
    title: 'Unlink this client?',
    body: 'New invoices of this customer stay in Jobdock alone. What is at FreshBooks already stays there, and payments of it still come back.',
    choices: { unlink: { words: 'Unlink client', tone: 'danger' }, keep: { words: 'Cancel' } },
    safe: 'keep',
  });
  return choice === 'unlink';
}
