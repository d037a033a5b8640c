import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { renewFeedAddress } from '#contract/posting/feeds.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

type Props = { readonly targetId: number; readonly path: string; readonly onRenewed: () => void };

/** The feed URL that job boards read. The URL itself is the key. A feed without one gets its first here. */
export function FeedAddress({ targetId, path, onRenewed }: Props) {
  return (
    <section className="card target-card" aria-labelledby="feed-address">
      <h2 id="feed-address">Feed URL</h2>
      <p className="muted">
        Give this URL to the job board. Anyone with the feed URL can read every open job that is not on hold, so treat it like a
        password.
      </p>
      <div className="target-copy">
        {path !== '' && <Address address={new URL(path, window.location.origin).href} />}
        <Renew targetId={targetId} isFirst={path === ''} onRenewed={onRenewed} />
      </div>
    </section>
  );
}

function Address({ address }: { address: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toast.success({ title: 'Feed URL copied' });
  };
  return (
    <>
      <TextInput
        readOnly
        aria-label="Feed URL"
        classNames={{ input: 'mono' }}
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()}>
        Copy
      </Button>
      <Button variant="default" component="a" href={address} target="_blank" rel="noreferrer">
        Open
      </Button>
    </>
  );
}

const question = {
  title: 'Renew the feed URL?',
  body: 'The current URL ends at once. Job boards that read it get no jobs until you give them the new one.',
  choices: { renew: { words: 'Renew URL', tone: 'danger' as const }, keep: { words: 'Cancel' } },
  safe: 'keep' as const,
};

function Renew({ targetId, isFirst, onRenewed }: { targetId: number; isFirst: boolean; onRenewed: () => void }) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const renew = async () => {
    if (!isFirst && (await ask(question)) !== 'renew') return;
    setBusy(true);
    const answer = await call(renewFeedAddress, { cust, target: targetId });
    setBusy(false);
    if (!answer.ok) return toast.error({ title: 'The feed URL was not renewed', detail: errorMessage(answer.error) });
    onRenewed();
    toast.success({ title: 'Feed URL renewed' });
  };
  return (
    <OnlineButton variant="default" loading={busy} onClick={() => void renew()}>
      {isFirst ? 'Create URL' : 'Renew URL'}
    </OnlineButton>
  );
}
