import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { readCrawler } from '#contract/collecting/crawlers.ts';
import { IdOrNone } from '#contract/kit/ids.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { Crawler, Results } from './crawler.ts';
import { CrawlerForm } from './crawler-form.tsx';
import { ResultDialog } from './result-dialog.tsx';
import './crawlers.css';

/** `/editagent/:id`: one crawler; 0 adds one. */
export function CrawlerEdit() {
  const id = IdOrNone.safeParse(useParams()['id']);
  return id.success ? <StoredCrawler key={id.data} id={id.data} /> : <NotHere answer={noSuchCrawler} />;
}

const noSuchCrawler = { problem: 'There is no crawler with this number.', refresh: undefined };

function StoredCrawler({ id }: { id: number }) {
  const navigate = useNavigate();
  const call = useCall();
  const stored = useReply(readCrawler, { id });
  const [shown, setShown] = useState<{ crawler: Crawler; version: number } | null>(null);
  const [results, setResults] = useState<Results | null>(null);
  // Another answer must not take away what someone types.
  if (stored.reply && !shown) setShown({ crawler: stored.reply, version: 0 });
  if (!shown) return <NotHere answer={stored} />;
  const { crawler, version } = shown;
  const toList = () => void navigate(pathTo('/agents'));
  const saved = async (found: Results) => {
    setResults(found);
    if (id === 0) return;
    const fresh = await call(readCrawler, { id });
    if (fresh.ok) setShown({ crawler: fresh.value, version: version + 1 });
  };
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title={id === 0 ? 'Add crawler' : crawler.name} note={id === 0 ? '' : <Usage crawler={crawler} />} />
      <CrawlerForm key={version} crawler={crawler} onSaved={(found) => void saved(found)} onBack={toList} />
      {results && (
        <ResultDialog title="Crawler saved" results={results} onClose={() => (id === 0 ? toList() : setResults(null))} />
      )}
    </section>
  );
}

function Usage({ crawler: { tasks, customers, changedBy, changedAt } }: { crawler: Crawler }) {
  return (
    <>
      {counted(tasks, 'task')} of {counted(customers, 'customer')}
      {changedAt !== null && (
        <>
          , changed by {changedBy ?? 'someone'} <Ago at={changedAt} />
        </>
      )}
    </>
  );
}

function NotHere({ answer }: { answer: { problem: string | null; refresh: (() => void) | undefined } }) {
  if (answer.problem === null) return <Waiting />;
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Crawler" />
      <EmptyState kind="no-data" title="This crawler is not here">
        <p>{answer.problem}</p>
        <TryAgain refresh={answer.refresh} />
        <Link to={pathTo('/agents')}>All crawlers</Link>
      </EmptyState>
    </section>
  );
}
