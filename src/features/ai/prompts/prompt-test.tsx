import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { listAiModels } from '#contract/ai/models.ts';
import type { AiPrompt, AiPromptVersion, PromptTest } from '#contract/ai/prompts.ts';
import { costWords, outcomeWords, standInWords } from '#domain/ai/call-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { RowResults } from './row-results.tsx';
import { type Judged, TestFeedback } from './test-feedback.tsx';
import { useRowTrials } from './use-row-trials.ts';
import { type Tried, useTrials, versionsOf } from './use-trials.ts';

type Props = { readonly of: AiPrompt; readonly versions: readonly AiPromptVersion[] };
type View = 'parsed' | 'raw';

const plain = { name: '', onBlur: () => undefined };

const views = [
  { value: 'parsed', label: 'Parsed result' },
  { value: 'raw', label: 'Raw response' },
];

/** Asks saved versions about a text or rows of the dataset, one or two side by side. Rows keep what was read in them. */
export function PromptTestPanel({ of, versions }: Props) {
  const { customers } = useSession();
  const panel = usePanel(of);
  const rivals = useRivals(versions);
  const [view, setView] = useState<View>('parsed');
  return (
    <>
      <TestSource panel={panel} />
      <ReferenceField
        label="In the name of"
        hint="The call counts for this customer’s budget and log."
        choices={referencesOf(customers)}
        {...plain}
        data-path="customer"
        value={panel.customerId}
        onChange={panel.setCustomerId}
      />
      <div className="form-pair">
        <SelectField
          label="Version"
          required
          choices={versions.map((each) => ({ value: String(each.version), label: `Version ${each.version}` }))}
          {...plain}
          data-path="version"
          value={panel.version}
          onChange={panel.setVersion}
        />
        <SelectField
          label="Beside it"
          choices={rivals}
          {...plain}
          data-path="rival"
          value={panel.rival}
          onChange={panel.setRival}
        />
      </div>
      <div className="prompt-actions">
        <OnlineButton
          loading={panel.busy}
          disabled={panel.source === 'text' && panel.text.trim() === ''}
          onClick={() => void panel.test()}
        >
          Test prompt
        </OnlineButton>
        {panel.answered && (
          <SegmentedControl
            size="xs"
            aria-label="View of the answer"
            data={views}
            value={view}
            onChange={(next) => setView(next === 'raw' ? 'raw' : 'parsed')}
          />
        )}
      </div>
      <Answers panel={panel} view={view} />
    </>
  );
}

type Panel = ReturnType<typeof usePanel>;

/** What the panel asks, and the answers. */
function usePanel(of: AiPrompt) {
  const { customer } = useSession();
  const [text, setText] = useState('');
  const [customerId, setCustomerId] = useState<string | null>(String(of.customers[0]?.id ?? customer.id));
  const [version, setVersion] = useState<string | null>(String(of.version));
  const [rival, setRival] = useState<string | null>('');
  const [source, setSource] = useState<'text' | 'rows'>('text');
  const [rows, setRows] = useState<Rows>({ split: 'dev', count: '10' });
  const [busy, setBusy] = useState(false);
  const { tried, about, ask, run } = useTrials(of.id);
  const onRows = useRowTrials(ask);
  const test = async () => {
    const which = { cust: Number(customerId) || customer.id, version: Number(version) || of.version, rival: rival ?? '' };
    setBusy(true);
    const asked =
      source === 'text'
        ? run({ ...which, text })
        : onRows.run({ cust: which.cust, split: rows.split, count: Number(rows.count) }, versionsOf(which));
    await asked.finally(() => setBusy(false));
  };
  const answered = source === 'text' ? tried.length > 0 : onRows.trials.length > 0;
  const asked = {
    text,
    setText,
    customerId,
    setCustomerId,
    version,
    setVersion,
    rival,
    setRival,
    source,
    setSource,
    rows,
    setRows,
  };
  return { ...asked, of, busy, test, tried, about, onRows, answered };
}

/** A text of one’s own, or which rows of the dataset. */
function TestSource({ panel: { source, setSource, rows, setRows, text, setText } }: { readonly panel: Panel }) {
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="What is tested"
        data={[
          { value: 'text', label: 'Own text' },
          { value: 'rows', label: 'Rows of the dataset' },
        ]}
        value={source}
        onChange={(next) => setSource(next === 'rows' ? 'rows' : 'text')}
      />
      {source === 'rows' ? (
        <RowChoice rows={rows} onChange={setRows} />
      ) : (
        <TextAreaField label="Text" required rows={4} {...plain} data-path="text" value={text} onChange={setText} />
      )}
    </>
  );
}

function Answers({ panel, view }: { readonly panel: Panel; readonly view: View }) {
  const { source, of, tried, about, onRows } = panel;
  if (source === 'text') return <Results tried={tried} view={view} judged={{ of, ...about }} />;
  return (
    <>
      {onRows.problem !== null && <p className="code-problem">{onRows.problem}</p>}
      <RowResults
        trials={onRows.trials}
        renderAnswers={(all) => <Results tried={all} view={view} judged={{ of, cust: onRows.cust, text: null }} />}
      />
    </>
  );
}

type Rows = { readonly split: string; readonly count: string };

/** Which rows of the dataset are tested, those first where engines differ. */
function RowChoice({ rows, onChange }: { readonly rows: Rows; readonly onChange: (rows: Rows) => void }) {
  return (
    <div className="form-pair">
      <SelectField
        label="Rows"
        required
        choices={[
          { value: 'dev', label: 'To improve with' },
          { value: 'test', label: 'To measure with' },
          { value: 'all', label: 'All rows' },
        ]}
        {...plain}
        data-path="split"
        value={rows.split}
        onChange={(split) => onChange({ ...rows, split })}
      />
      <SelectField
        label="How many"
        required
        choices={['5', '10', '20', '50'].map((count) => ({ value: count, label: count }))}
        {...plain}
        data-path="count"
        value={rows.count}
        onChange={(count) => onChange({ ...rows, count })}
      />
    </div>
  );
}

/** What may stand beside a version: another one, or the same one by another model. */
function useRivals(versions: readonly AiPromptVersion[]) {
  const { reply } = useReply(listAiModels, {});
  return [
    ...versions.map(({ version }) => ({ value: `v${version}`, label: `Version ${version}` })),
    ...(reply ?? []).map(({ id, name }) => ({ value: `m${id}`, label: name })),
  ];
}

type ResultsProps = { readonly tried: readonly Tried[]; readonly view: View; readonly judged: Judged };

const Results = ({ tried, view, judged }: ResultsProps) => (
  <div className="prompt-results" role="status">
    {tried.map((one, i) => (
      <Result key={i === 0 ? 'first' : 'second'} tried={one} view={view} judged={judged} />
    ))}
  </div>
);

type ResultProps = { readonly tried: Tried; readonly view: View; readonly judged: Judged };

function Result({ tried: { result, problem }, view, judged }: ResultProps) {
  if (result === null) return <p className="prompt-result code-problem">{problem}</p>;
  const { outcome, words, model, version, standIn, milliseconds, tokensIn, tokensOut, cost, raw } = result;
  return (
    <section className="prompt-result" aria-label={`Version ${version} by ${model}`}>
      <h3>
        Version {version} by {model}
      </h3>
      <div className="prompt-version">
        <StateBadge tone={outcome === 'answered' ? 'good' : 'bad'}>{outcomeWords(outcome)}</StateBadge>
        {standIn && <StateBadge tone="warn">{standInWords}</StateBadge>}
      </div>
      {outcome !== 'answered' && <p>{words}</p>}
      {view === 'raw' ? (
        <pre tabIndex={0} aria-label="Raw response">
          {raw === '' ? 'Nothing' : raw}
        </pre>
      ) : (
        <Parsed result={result.result} />
      )}
      <p className="muted">
        {milliseconds.toLocaleString('en-US')} ms · {tokensIn.toLocaleString('en-US')} + {tokensOut.toLocaleString('en-US')}{' '}
        tokens · {costWords(cost)}
      </p>
      {outcome === 'answered' && <TestFeedback key={raw} judged={judged} />}
    </section>
  );
}

/** The properties that the service reads, as text. */
function Parsed({ result }: Pick<PromptTest, 'result'>) {
  if (result === null) return <p className="muted">Nothing of the answer can be used.</p>;
  return (
    <dl>
      {Object.entries(result).map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{valueWords(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A property of an answer as text. */
function valueWords(value: unknown): string {
  if (value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
