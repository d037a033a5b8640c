import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { listCrawlers, listCrawlerTags, syncCrawlers } from '#contract/collecting/crawlers.ts';
import { messages } from '#contract/kit/messages.ts';
import { crawlerKinds } from '#src/entities/collect/crawler-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { type List, usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { CrawlerLine, Results } from './crawler.ts';
import { ResultDialog } from './result-dialog.tsx';
import './crawlers.css';

const col = columnsOf<CrawlerLine>();
const columns = [
  col('name', 'Name', { cell: (crawler) => <Name crawler={crawler} /> }),
  col('site', 'Site'),
  col('kind', 'Kind', { text: ({ kind }) => crawlerKinds[kind], cell: ({ kind }) => crawlerKinds[kind] }),
  col('tags', 'Tags', { text: ({ tags }) => tags.join(', '), cell: ({ tags }) => tags.join(', ') }),
  col('customers', 'Customers', { align: 'end' }),
  col('tasks', 'Tasks', { align: 'end', sum: true }),
  col('id', 'ID', { align: 'end' }),
];

/** `/agents`: the catalog of crawlers that tasks of all customers collect with. */
export function CrawlerList() {
  const navigate = useNavigate();
  const crawlers = useReply(listCrawlers, {});
  const list = usePagedList(crawlers.reply, {
    from: crawlers,
    sort: 'name',
    searchIn: ['name', 'id'],
    filters: {
      site: ({ site }, wanted) => site === wanted,
      tag: ({ tags }, wanted) => tags.includes(wanted),
      state: ({ isDeleted }, wanted) => isDeleted === (wanted === 'deleted'),
    },
    sizes: pagerSizes,
  });
  return (
    <ListPage
      title="Crawlers"
      noun="crawler"
      list={list}
      filters={<Filters list={list} crawlers={crawlers.reply ?? []} />}
      actions={
        <>
          <ExportButton title="Crawlers" list={list} columns={columns} />
          <SendButton />
          <Button component={Link} to={pathTo('/editagent/:id', { id: 0 })}>
            Add crawler
          </Button>
        </>
      }
    >
      <DataTable
        list={list}
        label="Crawlers"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        openPath={({ id }) => pathTo('/editagent/:id', { id })}
        actions={[{ label: 'Edit', run: ({ id }) => navigate(pathTo('/editagent/:id', { id })) }]}
      />
    </ListPage>
  );
}

const states = [
  { value: 'current', label: 'Current' },
  { value: 'deleted', label: 'Deleted' },
];

type FilterProps = { list: Pick<List<CrawlerLine>, 'filter' | 'setFilter'>; crawlers: readonly CrawlerLine[] };

function Filters({ list, crawlers }: FilterProps) {
  const tags = useReply(listCrawlerTags, {});
  const sites = [...new Set(crawlers.map(({ site }) => site).filter((site) => site !== ''))].sort();
  const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return (
    <>
      <ListFilter list={list} name="site" label="Site" choices={choices(sites)} />
      <ListFilter list={list} name="tag" label="Tag" choices={choices(tags.reply ?? [])} />
      <ListFilter list={list} name="state" label="Status" choices={states} />
    </>
  );
}

const Name = ({ crawler: { name, isDeleted, hideFromWizard } }: { crawler: CrawlerLine }) => (
  <>
    {name} {isDeleted && <StateBadge tone="bad">Deleted</StateBadge>}
    {!isDeleted && hideFromWizard && <StateBadge>Hidden from new tasks</StateBadge>}
  </>
);

/** Sends the catalog to all devices and shows what is incomplete. */
function SendButton() {
  const send = useSend(syncCrawlers, [listCrawlers]);
  const [busy, setBusy] = useState(false);
  const [results, setResults] = useState<Results | null>(null);
  const sync = async () => {
    setBusy(true);
    const answer = await send({});
    setBusy(false);
    if (answer.ok) setResults(answer.value);
    else toast.error({ title: messages.failed, detail: errorMessage(answer.error) || messages.unknownError });
  };
  return (
    <>
      <OnlineButton variant="default" loading={busy} onClick={() => void sync()}>
        Check and send
      </OnlineButton>
      {results && <ResultDialog title="Crawlers checked and sent" results={results} onClose={() => setResults(null)} />}
    </>
  );
}
