import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listAiEngines } from '#contract/ai/engines.ts';
import { type AiModel, checkAiModel, listAiModels, newAiModel, removeAiModel } from '#contract/ai/models.ts';
import { messages } from '#contract/kit/messages.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { answerForm, checkedWords, priceWords, withReason } from './model.ts';
import { ModelForm } from './model-form.tsx';

const col = columnsOf<AiModel>();
const columns = [
  col('name', 'Model', { cell: (model) => <ModelName model={model} />, text: ({ name }) => name, width: 240 }),
  col('engine', 'Engine', { width: 150 }),
  col('prompts', 'Prompts', { align: 'end', cell: (model) => <PromptCount model={model} />, width: 90 }),
  col('priceIn', 'Price per million tokens', { cell: priceWords, text: priceWords, width: 190 }),
  col('answersAs', 'Answers as', { cell: answerForm, text: answerForm, width: 120 }),
  col('checkedAt', 'Last check', { cell: (model) => <Checked model={model} />, text: checkedWords, width: 240 }),
];

/** The models of all engines, with the prompts that use them and how they answered last. */
export function ModelList({ tabs }: { tabs: ReactNode }) {
  const models = useReply(listAiModels, {});
  const from = { ...models, problem: withReason(messages.aiModelsNotRead, models.problem) };
  const list = useList(models.reply, { from, sort: 'name', searchIn: ['name', 'engine'] });
  const editor = useEditor(ModelForm, {});
  const refreshes = [listAiModels, listAiEngines];
  const check = useDo(checkAiModel, {
    args: ({ id }: AiModel) => ({ id }),
    said: ({ name, checkWords, checkMilliseconds }) =>
      checkMilliseconds === null
        ? { tone: 'warning', title: `${name} did not answer`, detail: checkWords ?? '' }
        : { title: `${name} answered in ${checkMilliseconds.toLocaleString('en-US')} ms` },
    failed: 'Model not checked',
    refreshes,
  });
  const remove = useDo(removeAiModel, {
    args: ({ id }: AiModel) => ({ id }),
    said: ({ name }) => ({ title: `${name} removed` }),
    failed: messages.aiModelNotRemoved,
    refreshes,
  });
  return (
    <ListPage
      title="AI models"
      noun="model"
      list={list}
      dialogs={editor.dialog}
      filters={tabs}
      actions={
        <>
          <ExportButton title="AI models" list={list} columns={columns} />
          {editor.add('Add model', newAiModel)}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No models yet">
          <p>Connect an engine, then add its models. Until then the built-in engine answers alone.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="AI models"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        actions={[
          editor.action('Edit'),
          { label: 'Check', run: check, online: true },
          { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal },
        ]}
      />
    </ListPage>
  );
}

const removal = ({ name, engine }: AiModel) =>
  ({
    title: `Remove ${name}?`,
    body: `Prompts can no longer use it. The log of calls keeps what it was asked. ${engine} keeps its address and key.`,
    choices: { go: { words: 'Remove model', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

function ModelName({ model: { name, isDefault, adminOnly, standIn } }: { model: AiModel }) {
  return (
    <span className="ai-words">
      {name} {isDefault && <StateBadge tone="info">Default</StateBadge>}{' '}
      {adminOnly && <StateBadge>Administrators only</StateBadge>} {standIn && <StateBadge tone="warn">{standInWords}</StateBadge>}
    </span>
  );
}

const PromptCount = ({ model: { id, prompts, name } }: { model: AiModel }) =>
  prompts === 0 ? (
    '0'
  ) : (
    <Link to={pathTo('/aiprompts', {}, { modelid: id })} aria-label={`${prompts} prompts of ${name}`}>
      {prompts}
    </Link>
  );

function Checked({ model }: { model: AiModel }) {
  if (model.checkedAt === null) return <span className="muted">Not checked yet</span>;
  return (
    <span className="ai-words">
      {checkedWords(model)} <Ago at={model.checkedAt} />
    </span>
  );
}
