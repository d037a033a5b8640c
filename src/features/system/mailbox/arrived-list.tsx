import type { ReactNode } from 'react';
import { type ArrivedMail, listArrivedMails } from '#contract/system/mailbox.ts';
import { subjectOf } from '#src/entities/mail/subject-of.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { TabsPage } from '#src/ui/page/tabs-page.tsx';
import { useOpenPanel } from '#src/ui/panel/side-panel.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { ArrivedPanel } from './arrived-panel.tsx';

const col = columnsOf<ArrivedMail>();
const columns = [
  col('subject', 'Subject', { cell: (mail) => <Subject mail={mail} />, text: subjectOf, width: 200 }),
  col('to', 'To', { cell: ({ to }) => <span className="mailbox-words">{to.join(', ')}</span> }),
  col('from', 'From'),
  col('at', 'Arrived', { cell: ({ at }) => <Ago at={at} /> }),
  col('attachments', 'Attachments', {
    align: 'end',
    cell: ({ attachments }) => attachments.length || '',
    text: ({ attachments }) => attachments.length,
  }),
];

/** What arrived in the mailbox of the demo, beside the email that is open. A service with a mail server of its own says so. */
export function ArrivedList({ tabs }: { tabs: ReactNode }) {
  const mails = useReply(listArrivedMails, {});
  const { open, close } = useOpenPanel();
  const list = usePagedList(mails.reply?.rows, {
    from: mails,
    sort: 'at',
    descending: true,
    searchIn: ['subject', 'to', 'from', 'text'],
    sizes: pagerSizes,
  });
  if (mails.failure?.kind === 'not_found')
    return (
      <TabsPage title="Mailbox" tabs={tabs}>
        <EmptyState kind="no-data" title="No mailbox is kept here">
          <p>{mails.problem}</p>
        </EmptyState>
      </TabsPage>
    );
  const id = open?.kind === 'arrived' && /^\d{1,9}$/.test(open.id) ? Number(open.id) : null;
  return (
    <div className="mailbox">
      <ListPage
        title="Mailbox"
        noun="email"
        isKept={false}
        list={list}
        actions={
          <OnlineButton variant="default" size="xs" onClick={mails.refresh}>
            Look again
          </OnlineButton>
        }
        filters={tabs}
        firstUse={
          <EmptyState kind="first-use" title="No emails yet">
            <p>An email that the service sends, such as an invitation, arrives here.</p>
          </EmptyState>
        }
      >
        <DataTable list={list} label="Mailbox" columns={columns} rowKey={(mail) => mail.id} nameOf={subjectOf} />
        {mails.reply && <CutNote of={mails.reply} noun="email" />}
      </ListPage>
      {id !== null && <ArrivedPanel key={id} id={id} onClose={close} />}
    </div>
  );
}

function Subject({ mail }: { mail: ArrivedMail }) {
  const { show } = useOpenPanel();
  return (
    <button type="button" className="link-button mailbox-words" onClick={() => show('arrived', mail.id)}>
      {subjectOf(mail)}
    </button>
  );
}
