import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { areaOf } from '#src/entities/change/describe-change.ts';
import { useRowNames } from '#src/entities/change/use-row-names.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import { useOutbox } from '#src/sync/hooks/use-outbox.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { counted } from '#src/ui/format/format.ts';
import { startWork } from '#src/ui/long-work/long-work.ts';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { saveText } from '#src/ui/save-file.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { isConflict } from './conflict-lines.ts';
import { OutboxFilter, useOutboxFilter } from './outbox-filter.tsx';
import { OutboxLine, SentLine } from './outbox-line.tsx';
import { OutboxList } from './outbox-list.tsx';
import './outbox.css';

/** Everything this device has to send, what needs a decision, and what it sent during the last week. */
export function Outbox() {
  const outbox = useOutbox();
  const retriable = outbox.entries.filter((entry) => entry.state === 'parked' && entry.parked?.conflicts.length === 0);
  const exportAll = async () =>
    saveText(`jobdock-outbox-${new Date().toISOString().slice(0, 10)}.json`, 'application/json', await outbox.exportJson());
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title="Outbox"
        actions={
          <>
            {retriable.length > 1 && (
              <Button variant="default" onClick={() => void retryAll(retriable, (id) => outbox.retry(id))}>
                Retry all {retriable.length}
              </Button>
            )}
            <Button variant="default" onClick={() => void exportAll()}>
              Export as JSON
            </Button>
          </>
        }
      />
      <Connection unsent={outbox.entries.filter((entry) => entry.state !== 'parked').length} onResume={() => outbox.resume()} />
      <OutboxTabs outbox={outbox} />
    </section>
  );
}

function OutboxTabs({ outbox }: { outbox: ReturnType<typeof useOutbox> }) {
  const [params, setParams] = useSearchParams();
  const [resolving, setResolving] = useState<number | null>(null);
  const { ready } = outbox;
  const waiting = outbox.entries.filter((entry) => entry.state !== 'parked').toReversed();
  const parked = outbox.entries.filter((entry) => entry.state === 'parked').toReversed();
  const sent = outbox.journal.toReversed();
  const all = [...waiting, ...parked, ...sent];
  const names = useRowNames(all);
  const { filter, setFilter, passes, filtered } = useOutboxFilter(names);
  const resolved = parked.find(({ entry }) => entry === resolving);
  const resolve = (entry: OutboxEntry) => (isConflict(entry) ? { onResolve: () => setResolving(entry.entry) } : {});
  const tab = params.get('tab') ?? (parked.length > 0 ? 'needs-you' : 'waiting');
  const panels = [
    ['waiting', waiting, 'Nothing queued. All your changes were sent.'],
    ['needs-you', parked, 'Nothing needs your attention.'],
  ] as const;
  return (
    <Tabs value={tab} onChange={(next) => setParams(next ? { tab: next } : {}, { replace: true })} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="waiting">Queued {waiting.length}</Tabs.Tab>
        <Tabs.Tab value="needs-you">Needs attention {parked.length}</Tabs.Tab>
        <Tabs.Tab value="sent">Sent today {sent.filter(({ ackedAt }) => isToday(ackedAt)).length}</Tabs.Tab>
      </Tabs.List>
      {all.length > 0 && <OutboxFilter filter={filter} areas={all.map(({ name }) => areaOf(name))} onFilter={setFilter} />}
      {panels.map(([value, entries, empty]) => (
        <Tabs.Panel key={value} value={value}>
          <OutboxList ready={ready} filtered={filtered} entries={entries.filter(passes)} empty={empty}>
            {(entry) => <OutboxLine key={entry.entry} entry={entry} names={names} outbox={outbox} {...resolve(entry)} />}
          </OutboxList>
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="sent">
        <OutboxList
          ready={ready}
          filtered={filtered}
          entries={sent.filter(passes)}
          empty="No changes were sent from this device in the last 7 days."
        >
          {(entry) => <SentLine key={entry.entry} entry={entry} names={names} outbox={outbox} />}
        </OutboxList>
      </Tabs.Panel>
      {resolved && (
        <ConflictDialog
          key={resolved.entry}
          entry={resolved}
          parked={parked}
          outbox={outbox}
          onClose={() => setResolving(null)}
        />
      )}
    </Tabs>
  );
}

const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString();

async function retryAll(parked: readonly OutboxEntry[], retry: (entry: number) => Promise<{ ok: boolean }>): Promise<void> {
  let queued = 0;
  let tried = 0;
  const stop = new AbortController();
  const cancel = { run: () => stop.abort(), keeps: 'Changes that are already queued stay queued.' };
  const work = startWork({ id: 'retry-all', title: 'Retrying changes', total: parked.length, to: '/outbox', cancel });
  // In the order they were made: a later change may build on an earlier one.
  for (const { entry } of parked) {
    if (stop.signal.aborted) break;
    if ((await retry(entry)).ok) queued += 1;
    tried += 1;
    work.report({ done: tried });
  }
  const words = `${counted(queued, 'change')} queued again${queued < parked.length ? `, ${parked.length - queued} still need attention` : ''}.`;
  if (stop.signal.aborted) work.cancelled(words);
  else work.finish(words);
}

const pausedMessages = {
  refusals: 'Sending is paused: several changes were rejected for the same reason. Nothing was lost.',
  no_access: 'You no longer have access to this customer. Your queued changes are kept here and can be exported.',
  customer_gone: 'This customer was removed. Your queued changes are kept here and can be exported for 30 days.',
};

function Connection({ unsent, onResume }: { unsent: number; onResume: () => Promise<void> }) {
  const { phase, paused, sealed } = useSyncState();
  if (paused !== null) {
    return (
      <p className="outbox-note" data-tone="bad">
        <span>{pausedMessages[paused]}</span>
        {paused === 'refusals' && (
          <Button size="xs" onClick={() => void onResume()}>
            Send again
          </Button>
        )}
      </p>
    );
  }
  if (sealed > 0) {
    return (
      <p className="outbox-note">
        {counted(sealed, 'change')} from before your last sign-out {sealed === 1 ? 'is' : 'are'} still locked. They unlock when
        the service is back online.
      </p>
    );
  }
  if (phase !== 'offline') return null;
  return (
    <p className="outbox-note">
      Offline.{' '}
      {unsent === 0 ? 'Work is saved here' : `${counted(unsent, 'change')} ${unsent === 1 ? 'is' : 'are'} safe on this device`}{' '}
      and will be sent when the service is back online.
    </p>
  );
}
