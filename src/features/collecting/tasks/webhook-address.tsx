import { Button } from '@mantine/core';
import { readWebhook, renewWebhook } from '#contract/collecting/webhooks.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { copyAddress } from './copy-address.ts';
import './collect.css';

type Props = { id: number; name: string; since: string | null };

/** The address to which a vendor sends the jobs of a task. It is read from the service each time: who knows it can send jobs. */
export function WebhookAddress({ id, name, since }: Props) {
  const { reply, failure, refresh } = useReply(readWebhook, { cust: useSession().customer.id, id }, { since });
  return (
    <section className="card task-settings" aria-label="Webhook address">
      <h2>Webhook address</h2>
      <p className="muted">
        The vendor sends its jobs here by POST: JSON (one job, or a list), CSV or XML. Jobs that it does not list stay as they
        are. Anyone who knows the address can send jobs.
      </p>
      {reply && <Address id={id} name={name} webhook={reply} />}
      {!reply && !failure && <Waiting label="Loading the address" />}
      {!reply && failure && (
        <EmptyState kind="no-data" title="The address isn’t on this device">
          <p>{errorMessage(failure)}</p>
          <TryAgain refresh={refresh} />
        </EmptyState>
      )}
    </section>
  );
}

function Address({ id, name, webhook }: Omit<Props, 'since'> & { webhook: ReplyOf<typeof readWebhook> }) {
  const cust = useSession().customer.id;
  const { address, waiting, lastReceivedAt } = webhook;
  const renew = useDo(renewWebhook, {
    args: () => ({ cust, id }),
    said: () => ({ title: address === null ? 'Address created' : 'Address replaced', detail: 'Give it to the vendor.' }),
    failed: 'The address was not changed',
    refreshes: [readWebhook],
  });
  const replace = async () => {
    if (address === null || (await wantsNew(name))) await renew(undefined);
  };
  return (
    <>
      {address !== null && (
        <output className="mono webhook-address" aria-label="Secret address">
          {address}
        </output>
      )}
      <div className="task-alarm-actions">
        {address !== null && (
          <Button size="xs" onClick={() => void copyAddress(address)}>
            Copy address
          </Button>
        )}
        <OnlineButton size="xs" variant={address === null ? 'filled' : 'default'} onClick={() => void replace()}>
          {address === null ? 'Create address' : 'Replace address…'}
        </OnlineButton>
      </div>
      <p className="muted">
        {lastReceivedAt === null ? (
          'Nothing was received yet.'
        ) : (
          <>
            Last received <Ago at={lastReceivedAt} />.
          </>
        )}{' '}
        {waiting > 0 && `${counted(waiting, 'delivery', 'deliveries')} waiting to be read.`}
      </p>
    </>
  );
}

const wantsNew = async (name: string): Promise<boolean> =>
  (await ask({
    title: `Replace the address of ${name}?`,
    body: 'The present address stops at once. The vendor can send jobs again when it has the new one.',
    choices: { go: { words: 'Replace address', tone: 'danger' }, stay: { words: 'Keep it' } },
    safe: 'stay',
  })) === 'go';
