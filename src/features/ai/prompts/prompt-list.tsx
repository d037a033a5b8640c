import { Button } from '@mantine/core';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { listAiModels } from '#contract/ai/models.ts';
import { type AiPrompt, listAiPrompts, removeAiPrompt } from '#contract/ai/prompts.ts';
import { messages } from '#contract/kit/messages.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { ValueFilters } from '#src/ui/list/value-filters.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { customersWords, operationName, stateWords } from './prompt.ts';
import './prompts.css';

const col = columnsOf<AiPrompt>();
const columns = [
  col('description', 'Prompt', { width: 320 }),
  col('operation', 'Operation', { cell: operationName, text: operationName, width: 160 }),
  col('customers', 'For', { cell: customersWords, text: customersWords, width: 180 }),
  col('model', 'Model', { cell: (prompt) => <Model prompt={prompt} />, text: ({ model }) => model, width: 200 }),
  col('production', 'Status', { cell: (prompt) => <State prompt={prompt} />, text: stateWords, width: 180 }),
  col('version', 'Versions', { align: 'end', width: 90 }),
  col('at', 'Saved', { cell: ({ at }) => <Ago at={at} />, width: 110 }),
];
const filteredFields = { engine: 'Engine' } as const;

/** `/aiprompts`: what models are asked to do, by operation. `?modelid=` shows the prompts of one model. */
export function PromptList() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const modelId = Number(params.get('modelid')) || null;
  const prompts = useReply(listAiPrompts, { perPage: 1000, page: 1, modelId });
  const from = { ...prompts, problem: prompts.problem && `${messages.aiPromptsNotRead}. ${prompts.problem}` };
  const list = useList(prompts.reply?.rows, {
    from,
    sort: 'operation',
    searchIn: ['description', 'prompt', 'engine', 'model'],
    filters: { engine: ({ engine }, value) => engine === value },
  });
  const remove = useDo(removeAiPrompt, {
    args: ({ id }: AiPrompt) => ({ id }),
    said: ({ description }) => ({ title: 'Prompt removed', detail: description }),
    failed: messages.aiPromptNotRemoved,
    refreshes: [listAiPrompts, listAiModels],
  });
  return (
    <ListPage
      title="AI prompts"
      noun="prompt"
      list={list}
      filters={<ValueFilters list={list} rows={prompts.reply?.rows ?? null} fields={filteredFields} />}
      actions={
        <>
          <ExportButton title="AI prompts" list={list} columns={columns} />
          <Button component={Link} to={pathTo('/aiprompts/new')}>
            Add prompt
          </Button>
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title={modelId === null ? 'No prompts yet' : 'No prompts use this model'}>
          <Link to={modelId === null ? pathTo('/aiprompts/new') : pathTo('/aiprompts')}>
            {modelId === null ? 'Add a prompt' : 'Show all prompts'}
          </Link>
        </EmptyState>
      }
    >
      {modelId !== null && (
        <p className="muted">
          Prompts of one model. <Link to={pathTo('/aiprompts')}>Show all prompts</Link>
        </p>
      )}
      <DataTable
        list={list}
        label="AI prompts"
        columns={columns}
        rowKey={({ id }) => id}
        openPath={({ id }) => pathTo('/aiprompts/:id', { id })}
        actions={[
          { label: 'Edit', run: ({ id }) => void navigate(pathTo('/aiprompts/:id', { id })) },
          { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal },
        ]}
      />
    </ListPage>
  );
}

const removal = (prompt: AiPrompt) =>
  ({
    title: 'Remove this prompt?',
    body: `“${prompt.description}” for ${customersWords(prompt).toLowerCase()} no longer answers. The log of calls keeps what it was asked.`,
    choices: { go: { words: 'Remove prompt', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

const Model = ({ prompt: { engine, model, standIn } }: { prompt: AiPrompt }) => (
  <span className="prompt-words">
    {model ?? <span className="muted">No model</span>} <span className="muted">{engine}</span>{' '}
    {standIn && <StateBadge tone="warn">{standInWords}</StateBadge>}
  </span>
);

const State = ({ prompt }: { prompt: AiPrompt }) => (
  <StateBadge tone={prompt.production === null ? 'pending' : 'good'}>{stateWords(prompt)}</StateBadge>
);
