import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { listAiModels } from '#contract/ai/models.ts';
import { type AiPrompt, type AiPromptVersion, type PromptTest, testAiPrompt } from '#contract/ai/prompts.ts';
import { costWords, outcomeWords, standInWords } from '#domain/ai/call-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';

type Props = { readonly of: AiPrompt; readonly versions: readonly AiPromptVersion[] };
type Tried = { readonly result: PromptTest | null; readonly problem: string | null };
type View = 'parsed' | 'raw';

/** Asks saved versions about a text, one or two side by side. Nothing is changed. */
export function PromptTestPanel({ of, versions }: Props) {
  const { customers, customer } = useSession();
  const [text, setText] = useState('');
  const [customerId, setCustomerId] = useState<string | null>(String(of.customers[0]?.id ?? customer.id));
  const [version, setVersion] = useState<string | null>(String(of.version));
  const [rival, setRival] = useState<string | null>('');
  const [view, setView] = useState<View>('parsed');
  const { tried, busy, run } = useTrials(of.id);
  const rivals = useRivals(versions);
  const test = () =>
    run({ cust: Number(customerId) || customer.id, text, version: Number(version) || of.version, rival: rival ?? '' });
  const plain = { name: '', onBlur: () => undefined };
  return (
    <>
      <TextAreaField label="Text" required rows={4} {...plain} data-path="text" value={text} onChange={setText} />
      <ReferenceField
        label="In the name of"
        hint="The call counts for this customer’s budget and log."
        choices={referencesOf(customers)}
        {...plain}
        data-path="customer"
        value={customerId}
        onChange={setCustomerId}
      />
      <div className="form-pair">
        <SelectField
          label="Version"
          required
          choices={versions.map((each) => ({ value: String(each.version), label: `Version ${each.version}` }))}
          {...plain}
          data-path="version"
          value={version}
          onChange={setVersion}
        />
        <SelectField label="Beside it" choices={rivals} {...plain} data-path="rival" value={rival} onChange={setRival} />
      </div>
      <div className="prompt-actions">
        <OnlineButton loading={busy} disabled={text.trim() === ''} onClick={() => void test()}>
          Test prompt
        </OnlineButton>
        {tried.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="View of the answer"
            data={[
              { value: 'parsed', label: 'Parsed result' },
              { value: 'raw', label: 'Raw response' },
            ]}
            value={view}
            onChange={(next) => setView(next === 'raw' ? 'raw' : 'parsed')}
          />
        )}
      </div>
      <Results tried={tried} view={view} />
    </>
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

type Trial = { readonly cust: number; readonly text: string; readonly version: number; readonly rival: string };

function useTrials(id: number) {
  const call = useCall();
  const [tried, setTried] = useState<readonly Tried[]>([]);
  const [busy, setBusy] = useState(false);
  const ask = async (args: { cust: number; text: string; version: number; modelId?: number }): Promise<Tried> => {
    const answer = await call(testAiPrompt, { id, ...args });
    return answer.ok ? { result: answer.value, problem: null } : { result: null, problem: errorMessage(answer.error) };
  };
  const run = async ({ rival, ...first }: Trial) => {
    setBusy(true);
    const other = Number(rival.slice(1));
    const second = rival.startsWith('v') ? { ...first, version: other } : { ...first, modelId: other };
    const wanted = rival === '' ? [first] : [first, second];
    setTried(await Promise.all(wanted.map(ask)).finally(() => setBusy(false)));
  };
  return { tried, busy, run };
}

const Results = ({ tried, view }: { readonly tried: readonly Tried[]; readonly view: View }) => (
  <div className="prompt-results" role="status">
    {tried.map((one, i) => (
      <Result key={i === 0 ? 'first' : 'second'} tried={one} view={view} />
    ))}
  </div>
);

function Result({ tried: { result, problem }, view }: { readonly tried: Tried; readonly view: View }) {
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
