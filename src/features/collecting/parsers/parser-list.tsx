import { Link } from 'react-router-dom';
import { listParserNames, listParsers, type ParserRow, removeParser } from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { newParser } from './parser.ts';
import { ParserForm } from './parser-form.tsx';

const col = columnsOf<ParserRow>();
const columns = [
  col('name', 'Parser', { cell: ({ id, name }) => <Link to={pathTo('/editparser/:id', { id })}>{name}</Link> }),
  col('description', 'Description'),
  col('tokens', 'Tokens', { align: 'end' }),
  col('samples', 'Samples', { align: 'end' }),
  col('customers', 'Customers', { align: 'end' }),
];

/** `/parsers`: the machines that find jobs in vendors’ mails. */
export function ParserList() {
  const parsers = useReply(listParsers, {});
  const from = { ...parsers, problem: parsers.problem && `${messages.parsersNotRead}. ${parsers.problem}` };
  const list = usePagedList(parsers.reply, { from, sort: 'name', searchIn: ['name', 'description'], sizes: pagerSizes });
  const editor = useEditor(ParserForm, {});
  const remove = useDo(removeParser, {
    args: ({ id }: ParserRow) => ({ id }),
    said: ({ name }) => ({ title: `${name} removed` }),
    failed: 'Parser not removed',
    refreshes: [listParsers, listParserNames],
  });
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Parsers"
      noun="parser"
      list={list}
      actions={
        <>
          <ExportButton title="Parsers" list={list} columns={columns} />
          {editor.add('Add parser', newParser)}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No parsers yet">
          <p>A parser finds the values of jobs in the emails of one vendor.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Parsers"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        actions={[editor.action('Edit'), { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal }]}
      />
    </ListPage>
  );
}

const removal = ({ name, customers }: ParserRow) =>
  ({
    title: `Remove ${name}?`,
    body: `Emails of its vendor are no longer read${customers > 0 ? `, for ${customers} customers` : ''}. Its samples are deleted.`,
    choices: { go: { words: 'Remove parser', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
