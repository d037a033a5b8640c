import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DropParts } from './drop-parts.tsx';
import type { Staging } from './use-staging.ts';

/** Why there are no rows, and what the user can do about it. */
export function StagingEmpty({ staging }: { staging: Staging }) {
  const { news, address, go, counts } = staging;
  const sync = useSyncState();
  if (!news || (!news.ready && !news.failed)) return null;
  if (news.failed) {
    return (
      <EmptyState kind="no-data" title="Jobs could not be loaded">
        <p>They are safe on this device. Reload the page to try again.</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </EmptyState>
    );
  }
  if (news.total === 0 && !news.complete) {
    return (
      <EmptyState kind="no-data" title={sync.lastSyncedAt === null ? 'Loading jobs' : 'No jobs on this device yet'}>
        <p>Jobs arrive with the next sync and stay available offline.</p>
      </EmptyState>
    );
  }
  if (news.total === 0) {
    return (
      <EmptyState kind="first-use" title="No jobs collected yet">
        <p>Jobs appear here after a data collection task runs.</p>
      </EmptyState>
    );
  }
  if (!staging.isWhole) return null;
  if (address.query !== '') {
    return (
      <EmptyState kind="no-match" title="No matching jobs">
        <DropParts staging={staging} />
        <Button variant="default" size="xs" onClick={() => go({ query: '' })}>
          Clear query
        </Button>
        {address.view !== 'all' && (
          <Button variant="subtle" size="xs" onClick={() => go({ view: 'all' })}>
            Look through all {news.total.toLocaleString('en-US')} jobs
          </Button>
        )}
        {mayBeId(address.query) && (
          <p>
            Looking for one order? <Link to={pathTo('/findJob', {}, { job: address.query.trim() })}>Find job</Link> also searches
            refused rows and emails.
          </p>
        )}
      </EmptyState>
    );
  }
  return <Done view={address.view} toPost={counts?.topost ?? 0} onPost={() => go({ view: 'topost' })} />;
}

/** Whether a query is one word that may be a job's ID. */
const mayBeId = (query: string): boolean => /^[\w-]*\d[\w-]*$/.test(query.trim());

const done = {
  triage: ['All mapped', 'All open jobs are mapped. New jobs appear here as they are collected.'],
  topost: ['Nothing to post', 'All jobs are posted or waiting for mapping.'],
  posted: ['Nothing posted yet', 'Jobs you post appear here with their ATS ids.'],
  held: ['Nothing on hold', 'Jobs you hold appear here until you release them.'],
  failed: ['Nothing needs attention', 'Failed posts and changes that could not be saved appear here.'],
  all: ['No jobs', 'No jobs collected yet.'],
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
