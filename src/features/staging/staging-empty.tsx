import { Button } from '@mantine/core';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import type { Staging } from './use-staging.ts';

/** Why there are no rows, and what to do about it. */
export function StagingEmpty({ staging }: { staging: Staging }) {
  const { news, address, go, counts } = staging;
  const sync = useSyncState();
  if (!news || (!news.ready && !news.failed)) return null;
  if (news.failed) {
    return (
      <EmptyState kind="no-data" title="The jobs could not be read">
        <p>They are safe on this device. Reload the page to read them again.</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </EmptyState>
    );
  }
  if (news.total === 0 && !news.complete) {
    return (
      <EmptyState kind="no-data" title={sync.lastSyncedAt === null ? 'Jobs are on their way' : 'No jobs on this device yet'}>
        <p>They come to this device with the next synchronisation and then stay here, with or without a connection.</p>
      </EmptyState>
    );
  }
  if (news.total === 0) {
    return (
      <EmptyState kind="first-use" title="No jobs collected yet">
        <p>Jobs appear here as soon as a data collection task has brought the first ones.</p>
      </EmptyState>
    );
  }
  if (address.query !== '') {
    return (
      <EmptyState kind="no-match" title="No job matches">
        <Button variant="default" size="xs" onClick={() => go({ query: '' })}>
          Clear the query
        </Button>
        {address.view !== 'all' && (
          <Button variant="subtle" size="xs" onClick={() => go({ view: 'all' })}>
            Look through all {news.total.toLocaleString('en-US')} jobs
          </Button>
        )}
      </EmptyState>
    );
  }
  return <Done view={address.view} toPost={counts?.topost ?? 0} onPost={() => go({ view: 'topost' })} />;
}

const done = {
  triage: ['All mapped', 'Every open job has what it needs. New ones appear here as they are collected.'],
  topost: ['Nothing to post', 'Every job that may be posted is posted, or waits for its mapping.'],
  held: ['Nothing on hold', 'Jobs you hold are kept here until you release them.'],
  failed: ['Nothing needs you', 'Posts that were refused and changes that could not be saved would stand here.'],
  all: ['No jobs', 'Nothing was collected yet.'],
} as const;

function Done({ view, toPost, onPost }: { view: keyof typeof done; toPost: number; onPost: () => void }) {
  const [title, words] = done[view];
  return (
    <EmptyState kind="done" title={title}>
      <p>{words}</p>
      {view === 'triage' && toPost > 0 && (
        <Button size="xs" onClick={onPost}>
          {toPost.toLocaleString('en-US')} to post
        </Button>
      )}
    </EmptyState>
  );
}
