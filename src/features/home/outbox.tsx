import { Button, Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import type { OutboxEntry } from '#src/store/tables.ts';
import { useOutbox } from '#src/sync/hooks/use-outbox.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { counted } from '#src/ui/format/format.ts';
import { startWork } from '#src/ui/long-work/long-work.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { OutboxLine, SentLine } from './outbox-line.tsx';
import { useRowNames } from './use-row-names.ts';
import './outbox.css';

const shownAtMost = 200;

/** Everything this device has still to send, what needs a decision, and what was sent during the last week. */
export function Outbox() {
  const outbox = useOutbox();
  const [params, setParams] = useSearchParams();
  const waiting = outbox.entries.filter((entry) => entry.state !== 'parked').toReversed();
  const parked = outbox.entries.filter((entry) => entry.state === 'parked').toReversed();
  const sent = outbox.journal.toReversed();
  const tab = params.get('tab') ?? (parked.length > 0 ? 'needs-you' : 'waiting');
  const names = useRowNames([...waiting, ...parked, ...sent.slice(0, shownAtMost)]);
  const exportAll = async () =>
    saveFile(`jobdock-outbox-${new Date().toISOString().slice(0, 10)}.json`, 'application/json', await outbox.exportJson());
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title="Outbox"
        actions={
          <>
            {parked.length > 1 && (
              <Button variant="default" onClick={() => void retryAll(parked, (id) => outbox.retry(id))}>
                Retry all {parked.length}
              </Button>
            )}
            <Button variant="default" onClick={() => void exportAll()}>
              Export as JSON
            </Button>
          </>
        }
      />
      <Connection unsent={waiting.length} onResume={() => outbox.resume()} />
      <Tabs value={tab} onChange={(next) => setParams(next ? { tab: next } : {}, { replace: true })} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="waiting">Waiting {waiting.length}</Tabs.Tab>
          <Tabs.Tab value="needs-you">Needs you {parked.length}</Tabs.Tab>
          <Tabs.Tab value="sent">Sent {sent.length}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="waiting">
          <Lines ready={outbox.ready} count={waiting.length} empty="Nothing waits. Everything you did was sent.">
            {waiting.slice(0, shownAtMost).map((entry) => (
              <OutboxLine key={entry.entry} entry={entry} names={names} outbox={outbox} similar={[]} />
            ))}
          </Lines>
        </Tabs.Panel>
        <Tabs.Panel value="needs-you">
          <Lines ready={outbox.ready} count={parked.length} empty="Nothing needs you.">
            {parked.slice(0, shownAtMost).map((entry) => (
              <OutboxLine key={entry.entry} entry={entry} names={names} outbox={outbox} similar={similarTo(entry, parked)} />
            ))}
          </Lines>
        </Tabs.Panel>
        <Tabs.Panel value="sent">
          <Lines ready={outbox.ready} count={sent.length} empty="Nothing was sent from this device during the last seven days.">
            {sent.slice(0, shownAtMost).map((entry) => (
              <SentLine key={entry.entry} entry={entry} names={names} outbox={outbox} />
            ))}
          </Lines>
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** Others that wait for the same decision: the same kind of change, refused for the same reason. */
const similarTo = (entry: OutboxEntry, parked: readonly OutboxEntry[]) =>
  parked.filter((other) => other.entry !== entry.entry && other.name === entry.name && other.parked?.code === entry.parked?.code);

async function retryAll(parked: readonly OutboxEntry[], retry: (entry: number) => Promise<{ ok: boolean }>): Promise<void> {
  let queued = 0;
  let tried = 0;
  const stop = new AbortController();
  const cancel = { run: () => stop.abort(), keeps: 'What is queued already stays queued.' };
  const work = startWork({ id: 'retry-all', title: 'Queueing changes again', total: parked.length, to: '/outbox', cancel });
  // In the order they were made: a later change may build on an earlier one.
  for (const { entry } of parked.toReversed()) {
    if (stop.signal.aborted) break;
    if ((await retry(entry)).ok) queued += 1;
    tried += 1;
    work.report({ done: tried });
  }
  const words = `${counted(queued, 'change')} queued again${queued < parked.length ? `, ${parked.length - queued} still need you` : ''}.`;
  if (stop.signal.aborted) work.cancelled(words);
  else work.finish(words);
}

function Connection({ unsent, onResume }: { unsent: number; onResume: () => Promise<void> }) {
  const { phase, paused } = useSyncState();
  if (paused !== null) {
    return (
      <p className="outbox-note" data-tone="bad">
        <span>Sending is paused: several changes were refused alike. Nothing was lost.</span>
        {paused === 'refusals' && (
          <Button size="xs" onClick={() => void onResume()}>
            Send again
          </Button>
        )}
      </p>
    );
  }
  if (phase !== 'offline') return null;
  return (
    <p className="outbox-note">
      Offline.{' '}
      {unsent === 0 ? 'Work is saved here' : `${counted(unsent, 'change')} ${unsent === 1 ? 'is' : 'are'} safe on this device`}{' '}
      and sent once the service answers.
    </p>
  );
}

function Lines({ ready, count, empty, children }: { ready: boolean; count: number; empty: string; children: React.ReactNode }) {
  if (!ready) return <Waiting rows={4} />;
  if (count === 0) return <EmptyState kind="done" title={empty} />;
  return (
    <>
      <ul className="outbox card">{children}</ul>
      {count > shownAtMost && (
        <p className="muted">
          The newest {shownAtMost} of {count.toLocaleString('en-US')} are shown. The export holds all.
        </p>
      )}
    </>
  );
}
