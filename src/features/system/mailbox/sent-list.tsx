import type { ReactNode } from 'react';
import { listMail, type SentMail } from '#contract/system/mail.ts';
import { subjectOf } from '#src/entities/mail/subject-of.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

const states: Readonly<Record<SentMail['state'], { readonly label: string; readonly tone: BadgeTone }>> = {
  refused: { label: 'Refused', tone: 'bad' },
  waiting: { label: 'Waiting', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
};
const stateChoices = Object.entries(states).map(([value, { label }]) => ({ value, label }));
const filesOf = ({ attachments }: SentMail): string => attachments.map(({ name }) => name).join(', ');

const col = columnsOf<SentMail>();
const columns = [
  col('subject', 'Subject', { cell: (mail) => <span className="mailbox-words">{subjectOf(mail)}</span>, width: 280 }),
  col('to', 'To', { cell: ({ to }) => <span className="mailbox-words">{to}</span> }),
  col('state', 'Status', {
    cell: ({ state }) => <StateBadge tone={states[state].tone}>{states[state].label}</StateBadge>,
    text: ({ state }) => states[state].label,
    width: 104,
  }),
  col('answer', 'The mail server said', { cell: ({ answer }) => answer && <span className="mailbox-words">{answer}</span> }),
  col('inDoubt', 'In doubt', { align: 'end', width: 96 }),
  col('attachments', 'Attachments', { cell: (mail) => <span className="mailbox-words">{filesOf(mail)}</span>, text: filesOf }),
  col('at', 'Written', { cell: ({ at }) => <Ago at={at} /> }),
];

/** The newest emails of the service, with what the mail server said to those that it did not take. */
export function SentList({ tabs }: { tabs: ReactNode }) {
  const mails = useReply(listMail, { limit: 200 });
  const list = usePagedList(mails.reply?.rows, {
    from: mails,
    sort: 'at',
    descending: true,
    searchIn: ['subject', 'to', 'answer'],
    filters: { state: (mail, state) => mail.state === state },
    sizes: pagerSizes,
  });
  return (
    <div className="mailbox">
      <ListPage
        title="Mailbox"
        noun="email"
        isKept={false}
        list={list}
        filters={
          <>
            <ListFilter list={list} name="state" label="Status" choices={stateChoices} />
            {tabs}
          </>
        }
      >
        <DataTable list={list} label="Sent emails" columns={columns} rowKey={({ id }) => id} nameOf={subjectOf} />
        {mails.reply && <CutNote of={mails.reply} noun="email" />}
      </ListPage>
    </div>
  );
}
