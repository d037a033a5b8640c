import type { MailRow } from '#contract/collecting/mails.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { subjectOf } from '#src/entities/mail/subject-of.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { useOpenPanel } from '#src/ui/panel/side-panel.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { MailPanel } from './mail-panel.tsx';
import { causes, stateNotes, statuses } from './mail-words.ts';
import { ParserFromMail } from './parser-from-mail.tsx';
import { useMailActions } from './use-mail-actions.ts';
import { type MailList as List, type Pile, useMailList } from './use-mail-list.ts';
import './mails.css';

const col = columnsOf<MailRow>();
const columnsFor = (ofAll: boolean, names: FieldNames) => [
  col('subject', 'Email Subject Line', { cell: (mail) => <Subject mail={mail} />, text: subjectOf }),
  ...(ofAll ? [col('customer', 'Customer')] : []),
  col('receivedAt', 'Date Received', { cell: ({ receivedAt }) => <Ago at={receivedAt} /> }),
  col('source', names.of('source')),
  col('from', 'From'),
  col('processing', 'Caused by', {
    cell: ({ processing }) => <span className="nowrap">{causes[processing]}</span>,
    text: ({ processing }) => causes[processing],
  }),
  col('records', 'Records', { align: 'end' }),
  col('status', 'Status', { cell: (mail) => <Status mail={mail} />, text: ({ status }) => statuses[status].words }),
  col('id', 'ID', { align: 'end', hidden: true }),
];

const piles = [
  ['all', 'All emails'],
  ['unread', 'No parser took it'],
  ['held', 'Sender not confirmed'],
] as const satisfies readonly (readonly [Pile, string])[];

/** `/history`: the emails that tasks got and what became of them; those that wait for a person are two piles. */
export function MailList() {
  const tab = useTab('pile', piles);
  const list = useMailList(tab[0]);
  const { open, show, close } = useOpenPanel();
  const parser = useEditor(ParserFromMail, {});
  const actions = useMailActions(list.follow, parser);
  const columns = columnsFor(list.ofAll, useFieldNames());
  const opened = openedBy(open);
  return (
    <div className="mail-history">
      <ListPage
        title="Email history"
        noun="email"
        list={list}
        dialogs={parser.dialog}
        actions={<ExportButton title="Email history" list={list} columns={columns} />}
        filters={<Filters list={list} tab={tab} />}
        firstUse={<NoMails pile={tab[0]} />}
      >
        <DataTable
          list={list}
          label="Email history"
          columns={columns}
          rowKey={({ id }) => id}
          nameOf={subjectOf}
          actions={[
            { label: 'View email', run: (mail) => show('mail', keyOf(mail)) },
            { label: 'Parse email', run: (mail) => show('parse', keyOf(mail)), online: true },
            ...actions,
          ]}
        />
      </ListPage>
      {opened && (
        <MailPanel
          key={opened.key}
          id={opened.id}
          customerId={opened.customerId}
          row={list.rows.find(({ id }) => id === opened.id) ?? null}
          part={opened.part}
          onPart={(part) => show(part, opened.key)}
          actions={actions}
          onClose={close}
        />
      )}
    </div>
  );
}

const keyOf = ({ customerId, id }: MailRow): string => `${customerId}-${id}`;

/** The mail in the address, as `?open=mail:2-7`: its customer and its id. `parse` shows what would be read. */
function openedBy(open: ReturnType<typeof useOpenPanel>['open']) {
  const [, customer, id] = /^(\d{1,9})-(\d{1,9})$/.exec(open?.id ?? '') ?? [];
  if (!open || customer === undefined || id === undefined || (open.kind !== 'mail' && open.kind !== 'parse')) return null;
  const part: 'mail' | 'parse' = open.kind;
  return { key: open.id, customerId: Number(customer), id: Number(id), part };
}

const choicesOf = (words: Readonly<Record<number, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const causeChoices = choicesOf(causes);
const statusChoices = Object.entries(statuses).map(([value, { words }]) => ({ value, label: words }));

type FilterProps = { list: List; tab: readonly [Pile, (pile: Pile) => void] };

function Filters({ list, tab }: FilterProps) {
  const { administrator, customer } = useSession();
  const tasks = useMailTasks();
  return (
    <>
      {administrator && (
        <ListFilter list={list} name="of" label="Customer" choices={[{ value: String(customer.id), label: customer.name }]} />
      )}
      {!list.ofAll && <ListFilter list={list} name="task" label="Task" choices={tasks} />}
      <ListFilter list={list} name="cause" label="Cause" choices={causeChoices} />
      <ListFilter list={list} name="status" label="Status" choices={statusChoices} />
      <span className="list-filter mail-days">
        <Day list={list} name="from" label="From day" /> to <Day list={list} name="to" label="To day" />
      </span>
      <TabRow label="Emails" tabs={piles} tab={tab} counts={list.piles} />
    </>
  );
}

/** The tasks of the customer in view that get mails. */
function useMailTasks() {
  const { rows: crawlers } = useCrawlers();
  const { rows: tasks } = useTasks();
  const ofMails = new Set(crawlers.filter(({ kind }) => kind === 'mail').map(({ id }) => id));
  return tasks
    .filter(({ crawlerId }) => ofMails.has(crawlerId))
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

const Day = ({ list, name, label }: { list: List; name: string; label: string }) => (
  <DateField
    label={label}
    hideLabel
    size="xs"
    value={list.filter(name) || null}
    onChange={(value) => list.setFilter(name, value)}
    onBlur={() => undefined}
    name={name}
    data-path={name}
    error={undefined}
  />
);

function Subject({ mail }: { mail: MailRow }) {
  const { show } = useOpenPanel();
  return (
    <button type="button" className="link-button mail-subject" onClick={() => show('mail', keyOf(mail))}>
      {subjectOf(mail)}
    </button>
  );
}

function Status({ mail: { status, state, words } }: { mail: MailRow }) {
  const note = stateNotes[state];
  return (
    <span className="mail-status">
      <StateBadge tone={statuses[status].tone} tip={words}>
        {statuses[status].words}
      </StateBadge>
      {note !== '' && <span className="muted">{note}</span>}
    </span>
  );
}

function NoMails({ pile }: { pile: Pile }) {
  if (pile === 'unread') return <EmptyState kind="done" title="A parser took every email" />;
  if (pile === 'held') return <EmptyState kind="done" title="No email waits because of its sender" />;
  return (
    <EmptyState kind="first-use" title="No emails yet">
      <p>Emails appear here when a vendor sends them to the address of a task. A task of the kind Mail shows its address.</p>
    </EmptyState>
  );
}
