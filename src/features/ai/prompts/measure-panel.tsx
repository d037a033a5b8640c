import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AiMeasurement, listAiMeasurements, measureAiPrompt } from '#contract/ai/measurements.ts';
import { listAiModels } from '#contract/ai/models.ts';
import type { AiPrompt, AiPromptVersion } from '#contract/ai/prompts.ts';
import type { LongWork } from '#contract/system/long-work.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import { shareWords } from '#domain/ai/measure/measure-words.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { MeasurementDialog } from './measurement-dialog.tsx';

type Props = { readonly of: AiPrompt; readonly versions: readonly AiPromptVersion[] };

const splits = [
  { value: 'test', label: 'Test rows, to decide' },
  { value: 'dev', label: 'Development rows, to improve' },
];
const splitName = (split: AiMeasurement['split']): string => (split === 'test' ? 'Test rows' : 'Development rows');
const isOver = ({ state }: LongWork) => state !== 'queued' && state !== 'running';

/** Measures versions of the prompt on the labeled descriptions of a customer, and lists the results. */
export function MeasurePanel({ of, versions }: Props) {
  const answer = useReply(listAiMeasurements, { id: of.id }, { again: ({ run }) => run !== null && !isOver(run) });
  const [shown, setShown] = useState<AiMeasurement | null>(null);
  const { reply, problem } = answer;
  return (
    <>
      <p className="muted">
        The version is asked about each settled description. Test rows decide between versions; do not write a prompt from them.
      </p>
      <MeasureForm of={of} versions={versions} />
      <div role="status">{reply?.run && <RunLine run={reply.run} />}</div>
      {problem !== null && <p role="alert">Measurements not read. {problem}</p>}
      {reply?.measurements.length === 0 && <p className="muted">No version was measured yet.</p>}
      <ul className="prompt-versions" aria-label="Measurements">
        {(reply?.measurements ?? []).map((one) => (
          <MeasurementLine
            key={`${one.customerId}-${one.id}`}
            one={one}
            production={of.production}
            onOpen={() => setShown(one)}
          />
        ))}
      </ul>
      {shown && <MeasurementDialog of={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const plain = { name: '', onBlur: () => undefined };

/** What is measured, and the start of it. */
function useMeasuring(of: AiPrompt) {
  const { customers, customer } = useSession();
  const [cust, setCust] = useState<string | null>(String(of.customers[0]?.id ?? customer.id));
  const [version, setVersion] = useState<string | null>(String(of.version));
  const [split, setSplit] = useState<string | null>('test');
  const [modelId, setModelId] = useState<string | null>('');
  const send = useSend(measureAiPrompt, [listAiMeasurements]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const measure = async () => {
    setBusy(true);
    const answer = await send({
      cust: Number(cust) || customer.id,
      id: of.id,
      version: Number(version) || of.version,
      split: split === 'dev' ? 'dev' : 'test',
      modelId: Number(modelId) || null,
    });
    setBusy(false);
    longWorkNews.begun();
    if (answer.ok) return setProblem(answer.value.message || null);
    setProblem(Object.values(problemsOf(answer.error)).join(' ') || errorMessage(answer.error));
  };
  const fields = { cust, setCust, version, setVersion, split, setSplit, modelId, setModelId };
  return { ...fields, customers, problem, busy, measure };
}

function MeasureForm({ of, versions }: Props) {
  const { customers, problem, busy, measure, ...fields } = useMeasuring(of);
  const { cust, setCust, version, setVersion, split, setSplit, modelId, setModelId } = fields;
  const models = useReply(listAiModels, {});
  return (
    <>
      <ReferenceField
        label="Dataset of"
        hint="The calls count for this customer’s budget and log."
        choices={referencesOf(customers)}
        {...plain}
        data-path="dataset"
        value={cust}
        onChange={setCust}
      />
      <div className="form-pair">
        <SelectField
          label="Version"
          required
          choices={versions.map((each) => ({ value: String(each.version), label: `Version ${each.version}` }))}
          {...plain}
          data-path="measured-version"
          value={version}
          onChange={setVersion}
        />
        <SelectField label="Rows" required choices={splits} {...plain} data-path="split" value={split} onChange={setSplit} />
      </div>
      <SelectField
        label="Model"
        hint="Blank for the model of the version. Only its own model decides about production."
        choices={(models.reply ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...plain}
        data-path="model"
        value={modelId}
        onChange={setModelId}
      />
      <div className="prompt-actions">
        <OnlineButton loading={busy} onClick={() => void measure()}>
          Measure on the dataset
        </OnlineButton>
      </div>
      {problem !== null && (
        <p role="alert" className="code-problem">
          {problem}
        </p>
      )}
    </>
  );
}

/** The run that is not over, or why the last one ended without a result. */
function RunLine({ run }: { readonly run: LongWork }) {
  if (!isOver(run))
    return (
      <p>
        {run.name}: {run.state === 'queued' ? 'queued' : `${run.seen} of ${run.total} rows`}
      </p>
    );
  return run.state === 'failed' || run.state === 'cancelled' ? <p className="code-problem">{run.message}</p> : null;
}

type LineProps = { readonly one: AiMeasurement; readonly production: number | null; readonly onOpen: () => void };

function MeasurementLine({ one, production, onOpen }: LineProps) {
  const { version, model, split, customer, standIn, figures, at } = one;
  return (
    <li>
      <div className="prompt-version">
        <strong>Version {version}</strong>
        {version === production && <StateBadge tone="good">In production</StateBadge>}
        {standIn && <StateBadge tone="warn">{standInWords}</StateBadge>}
        <span className="muted">
          {model} · {splitName(split)} of {customer}
        </span>{' '}
        <Ago at={at} />
      </div>
      <div className="prompt-version">
        <span>
          <strong>{shareWords(figures.whole)}</strong> of {figures.rows.toLocaleString('en-US')} rows right
        </span>
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Figures and wrong rows of version ${version} by ${model}`}
          onClick={onOpen}
        >
          Figures and wrong rows
        </Button>
      </div>
    </li>
  );
}
