import { type ReactNode, useState } from 'react';
import { type AiCall, listAiCalls } from '#contract/ai/calls.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { callOutcomes, costWords, outcomeWords, standInWords } from '#domain/ai/call-words.ts';
import { operationOf } from '#domain/ai/operations.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { CallTexts } from './call-texts.tsx';

const operationName = ({ operation }: AiCall) => operationOf(operation)?.name ?? String(operation);
const tokens = ({ tokensIn, tokensOut, counted }: AiCall) =>
  `${counted ? '' : '≈ '}${tokensIn.toLocaleString('en-US')} + ${tokensOut.toLocaleString('en-US')}`;

const col = columnsOf<AiCall>();
const columns = [
  col('at', 'Asked', { cell: ({ at }) => <Ago at={at} />, width: 100 }),
  col('customer', 'Customer', { width: 140 }),
  col('operation', 'Operation', {
    cell: (call) => `${operationName(call)}, version ${call.version}${call.test ? ' (test)' : ''}`,
    text: operationName,
    width: 180,
  }),
  col('model', 'Model', { cell: (call) => <Model call={call} />, text: ({ model }) => model, width: 170 }),
  col('outcome', 'Outcome', {
    cell: (call) => <Outcome call={call} />,
    text: ({ outcome }) => outcomeWords(outcome),
    width: 150,
  }),
  col('milliseconds', 'ms', { align: 'end', width: 64 }),
  col('tokensIn', 'Tokens', { align: 'end', cell: tokens, text: tokens, width: 105 }),
  col('cost', 'Cost', { align: 'end', cell: ({ cost }) => costWords(cost), width: 80 }),
];
const outcomeChoices = Object.entries(callOutcomes).map(([value, label]) => ({ value, label }));

/** What models were asked in the last 30 days. The texts are read one call at a time. */
export function CallList({ tabs }: { tabs: ReactNode }) {
  const { customers } = useSession();
  const [customerId, setCustomerId] = useState<string | null>('');
  const cust = customerId === '' || customerId === null ? -1 : Number(customerId);
  const calls = useReply(listAiCalls, { cust, limit: 500 }, { keepsPrevious: true });
  const list = usePagedList(calls.reply?.rows, {
    from: calls,
    sort: 'at',
    descending: true,
    searchIn: ['customer', 'model', 'engine', 'words'],
    filters: { outcome: ({ outcome }, value) => outcome === value },
    sizes: pagerSizes,
  });
  const texts = useEditor(CallTexts, {});
  return (
    <ListPage
      title="AI models"
      noun="call"
      list={list}
      isKept={false}
      dialogs={texts.dialog}
      filters={
        <>
          <ReferenceField
            label="Customer"
            hideLabel
            placeholder="All customers"
            choices={referencesOf(customers)}
            name="customer"
            data-path="customer"
            value={customerId}
            onChange={setCustomerId}
          />
          <ListFilter list={list} name="outcome" label="Outcome" choices={outcomeChoices} />
          {tabs}
        </>
      }
      below={calls.reply && <Day day={calls.reply.day} />}
      firstUse={
        <EmptyState kind="first-use" title="No calls in the last 30 days">
          <p>Each question to a model is listed here, with its outcome, time, tokens and cost.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="AI calls"
        columns={columns}
        rowKey={({ customerId: owner, id }) => `${owner}/${id}`}
        nameOf={(call) => `${operationName(call)} ${call.at}`}
        actions={[texts.action('Read texts…', { online: true })]}
      />
      {calls.reply && <CutNote of={calls.reply} noun="call" />}
    </ListPage>
  );
}

function Model({ call: { model, engine, standIn } }: { call: AiCall }) {
  return (
    <span className="ai-words">
      {model} <span className="muted">{engine}</span> {standIn && <StateBadge tone="warn">{standInWords}</StateBadge>}
    </span>
  );
}

function Outcome({ call: { outcome, words } }: { call: AiCall }) {
  if (outcome === 'answered') return <StateBadge tone="good">{outcomeWords(outcome)}</StateBadge>;
  return (
    <span className="ai-words">
      <StateBadge tone="bad">{outcomeWords(outcome)}</StateBadge> {words}
    </span>
  );
}

/** What was used in 24 hours, beside what a customer may use. */
function Day({ day }: { day: ReplyOf<typeof listAiCalls>['day'] }) {
  const { calls, tokens: used, milliseconds, cost, mostTokens, mostSeconds } = day;
  const of = (most: number | null) => (most === null ? '' : ` of ${most.toLocaleString('en-US')}`);
  const facts = [
    ['Calls in 24 hours', calls.toLocaleString('en-US')],
    ['Tokens', `${used.toLocaleString('en-US')}${of(mostTokens)}`],
    ['Seconds', `${Math.round(milliseconds / 1000).toLocaleString('en-US')}${of(mostSeconds)}`],
    ['Cost', costWords(cost)],
  ];
  return (
    <dl className="ai-day">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
