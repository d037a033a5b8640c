import type { ReactNode } from 'react';
import { type AiEngine, listAiEngines, newAiEngine, removeAiEngine } from '#contract/ai/engines.ts';
import { listAiModels } from '#contract/ai/models.ts';
import { messages } from '#contract/kit/messages.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { EngineForm } from './engine-form.tsx';
import { withReason } from './model.ts';

const col = columnsOf<AiEngine>();
const columns = [
  col('name', 'Engine', { width: 170 }),
  col('url', 'Endpoint', { cell: (engine) => <Address engine={engine} />, text: ({ url }) => url, width: 280 }),
  col('hasKey', 'Key', { cell: ({ hasKey }) => (hasKey ? 'Stored' : '–'), text: ({ hasKey }) => hasKey, width: 80 }),
  col('models', 'Models', { align: 'end', width: 80 }),
  col('problem', 'Status', { cell: (engine) => <State engine={engine} />, width: 280 }),
];

/** The engines: where prompts are answered. */
export function EngineList({ tabs }: { tabs: ReactNode }) {
  const engines = useReply(listAiEngines, {});
  const from = { ...engines, problem: withReason(messages.aiEnginesNotLoaded, engines.problem) };
  const list = useList(engines.reply, { from, sort: 'id', searchIn: ['name', 'url'] });
  const editor = useEditor(EngineForm, {});
  const remove = useDo(removeAiEngine, {
    args: ({ id }: AiEngine) => ({ id }),
    said: ({ name }) => ({ title: `${name} removed` }),
    failed: 'Engine not removed',
    refreshes: [listAiEngines, listAiModels],
  });
  return (
    <ListPage
      title="AI models"
      noun="engine"
      list={list}
      dialogs={editor.dialog}
      filters={tabs}
      actions={editor.add('Add engine', newAiEngine)}
    >
      <DataTable
        list={list}
        label="AI engines"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        actions={[
          editor.action('Edit', { when: ({ kind }) => kind === 'connection' }),
          { label: 'Remove…', run: remove, online: true, danger: true, when: ({ id }) => id > 2, confirm: removal },
        ]}
      />
    </ListPage>
  );
}

const removal = ({ name }: AiEngine) =>
  ({
    title: `Remove ${name}?`,
    body: 'Its address and key are deleted.',
    choices: { go: { words: 'Remove engine', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

function Address({ engine: { kind, url, standIn } }: { engine: AiEngine }) {
  if (kind === 'built-in') return <span className="muted">Part of Jobdock, without a model</span>;
  if (url === null) return <span className="muted">Not connected</span>;
  return (
    <span className="ai-words">
      <span className="mono">{url}</span> {standIn && <StateBadge tone="warn">{standInWords}</StateBadge>}
    </span>
  );
}

function State({ engine: { kind, url, pausedUntil, problem } }: { engine: AiEngine }) {
  if (kind === 'connection' && url === null) return <StateBadge>Not connected</StateBadge>;
  if (problem === null) return <StateBadge tone="good">Ready</StateBadge>;
  return (
    <span className="ai-words">
      <StateBadge tone="bad">{pausedUntil === null ? 'Failing' : 'Paused'}</StateBadge> {problem}
    </span>
  );
}
