import { type CannedAnswer, listCannedAnswers, removeCannedAnswer } from '#contract/support/desk.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { useSortedRows } from '#src/ui/list/use-sorted-rows.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { CannedAnswerForm } from './canned-answer-form.tsx';

const col = columnsOf<CannedAnswer>();
const columns = [col('name', 'Name'), col('text', 'Answer')];
const newAnswer: CannedAnswer = { id: 0, name: '', text: '' };

/** The canned answers of the provider’s people, in a menu beside each answer that they write. */
export function CannedAnswerList() {
  const answer = useReply(listCannedAnswers, {});
  const editor = useEditor(CannedAnswerForm, {});
  return (
    <SettingsPart title="Canned answers" about="Texts that support uses again. They are in a menu beside each answer.">
      <Answered answer={answer} what="The canned answers">
        {(answers) => <Rows answers={answers} edit={editor.action('Edit', { online: true })} />}
      </Answered>
      <div>{editor.add('Add canned answer', newAnswer)}</div>
      {editor.dialog}
    </SettingsPart>
  );
}

type RowsProps = { answers: readonly CannedAnswer[]; edit: ReturnType<ReturnType<typeof useEditor<CannedAnswer>>['action']> };

function Rows({ answers, edit }: RowsProps) {
  const list = useSortedRows(answers, 'name');
  const remove = useDo(removeCannedAnswer, {
    args: ({ id }: CannedAnswer) => ({ id }),
    said: ({ name }) => ({ title: `${name} removed` }),
    failed: 'Canned answer not removed',
    refreshes: [listCannedAnswers],
  });
  if (answers.length === 0) return <p className="muted">No canned answers yet.</p>;
  const actions = [edit, { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal }];
  return <DataTable list={list} label="Canned answers" columns={columns} rowKey={({ id }) => id} actions={actions} />;
}

const removal = ({ name }: CannedAnswer) =>
  ({
    title: `Remove ${name}?`,
    body: 'Answers that were sent stay as they are.',
    choices: { go: { words: 'Remove canned answer', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
