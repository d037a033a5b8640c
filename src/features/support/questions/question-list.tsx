import { type Question, removeQuestion } from '#contract/support/questions.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useQuestions } from '#src/entities/ticket/use-questions.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { CannedAnswerList } from '../desk/canned-answer-list.tsx';
import { fieldWords, levelWords, newQuestion } from './question.ts';
import { QuestionForm } from './question-form.tsx';
import { SupportPhone } from './support-phone.tsx';

const col = columnsOf<Question>();
const columns = [
  col('position', 'Place', { align: 'end' }),
  col('name', 'Question'),
  col('level', 'Goes to', { cell: levelWords, text: levelWords }),
  col('fields', 'Fields', { cell: fieldWords, text: fieldWords }),
];

/** `/supportQuestions`: what a ticket can be about, the phone number of support, and canned answers, for all customers. */
export function QuestionList() {
  const { ready, questions } = useQuestions();
  const list = usePagedList<Question>(ready ? questions : null, { sort: 'position', searchIn: ['name'], sizes: pagerSizes });
  const editor = useEditor(QuestionForm, {});
  const remove = useDo(removeQuestion, {
    args: ({ id }: Question) => ({ id }),
    said: ({ name }) => ({ title: `${name} removed` }),
    failed: 'Question not removed',
  });
  return (
    <ListPage
      title="Support questions"
      noun="question"
      list={list}
      dialogs={editor.dialog}
      actions={
        <>
          <ExportButton title="Support questions" list={list} columns={columns} />
          {editor.add('Add question', { ...newQuestion, position: questions.length + 1 })}
        </>
      }
      firstUse={<EmptyState kind="first-use" title="No questions: no one can send a ticket" />}
      below={
        <>
          <SupportPhone />
          <CannedAnswerList />
        </>
      }
    >
      <DataTable
        list={list}
        label="Support questions"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        actions={[
          editor.action('Edit', { online: true }),
          { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal },
        ]}
      />
    </ListPage>
  );
}

const removal = ({ name }: Question) =>
  ({
    title: `Remove “${name}”?`,
    body: 'Tickets about it stay as they are. No one can choose it for a new ticket.',
    choices: { go: { words: 'Remove question', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
