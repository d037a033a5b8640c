import { Button, TextInput } from '@mantine/core';
import { toast } from '#src/ui/toast/toasts.tsx';

/** The feed URL that job boards read. The URL itself is the key. */
export function FeedAddress({ path }: { path: string }) {
  const address = new URL(path, window.location.origin).href;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toast.success({ title: 'Feed URL copied' });
  };
  return (
    <section className="card target-card" aria-labelledby="feed-address">
      <h2 id="feed-address">Feed URL</h2>
      <p className="muted">
        Give this URL to the job board. Anyone with the feed URL can read every open job that is not on hold, so treat it like a
        password.
      </p>
      <div className="target-copy">
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
      </div>
    </section>
  );
}
