import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldValue } from '#contract/rows/jobs.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import type { RuleTest, TraceEntry } from '#contract/rules/rules.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { catalogueName } from '#domain/fields/label-words.ts';
import { textOf } from '#domain/fields/values.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { requiredLabel } from '#src/ui/form/fields.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { TableHead } from '#src/ui/page/table-head.tsx';
import { type Tested, useRuleTest } from './use-rule-test.ts';
import './test-rule.css';

/** The documented test: runs one rule, or all, on one job by id, and shows what would change and why. Changes nothing. */
export function TestRule({ rule, onClose }: { rule: StoredRule | null; onClose: () => void }) {
  const [typed, setTyped] = useState(false);
  const title = rule ? `Test ${titled(rule.name)}` : 'Test rules on a job';
  return (
    <Dialog size={760} title={title} dirty={typed} onClose={onClose}>
      {() => <TestBody rule={rule} onTyped={setTyped} />}
    </Dialog>
  );
}

/** As documented, titles are cut at 95 characters, and texts of a trace at 150. */
const titled = (name: string): string => (name.length > 95 ? `${name.slice(0, 95)}…` : name);
const longestText = 150;

/** `onTyped` reports whether the user typed a job ID that is not tested yet. */
function TestBody({ rule, onTyped }: { rule: StoredRule | null; onTyped: (typed: boolean) => void }) {
  const run = useRuleTest();
  const [jobId, setJobId] = useState('');
  const [scope, setScope] = useState<'one' | 'all'>(rule ? 'one' : 'all');
  const [onExport, setOnExport] = useState(rule?.runOnExport ?? false);
  const [inactiveToo, setInactiveToo] = useState(rule?.active === false);
  const [problem, setProblem] = useState<string | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const [busy, setBusy] = useState(false);
  const test = async () => {
    if (jobId.trim() === '') return setProblem('Enter a job ID.');
    setBusy(true);
    const ruleId = scope === 'one' ? (rule?.id ?? -1) : -1;
    const answer = await run({ ruleId, jobId: jobId.trim(), onExport, inactiveToo }).finally(() => setBusy(false));
    setProblem(answer.ok ? null : answer.error);
    setTested(answer.ok ? answer.value : null);
    if (answer.ok) onTyped(false);
  };
  return (
    <form className="rule-test" noValidate onSubmit={submitting(test)}>
      <div className="rule-test-ask">
        <TextInput
          label={requiredLabel('Job ID')}
          description="The vendor’s ID or ours."
          data-autofocus
          value={jobId}
          error={problem}
          onChange={(event) => {
            setJobId(event.currentTarget.value);
            onTyped(event.currentTarget.value.trim() !== '');
          }}
        />
        <Button type="submit" loading={busy}>
          Test
        </Button>
      </div>
      <div className="rule-test-scope">
        {rule && (
          <SegmentedControl
            size="xs"
            aria-label="Rules to test"
            value={scope}
            onChange={(value) => setScope(value === 'one' ? 'one' : 'all')}
            data={[
              { value: 'one', label: 'This rule only' },
              { value: 'all', label: 'All rules' },
            ]}
          />
        )}
        <Checkbox label="Include export rules" checked={onExport} onChange={(e) => setOnExport(e.currentTarget.checked)} />
        <Checkbox
          label="Include inactive rules"
          checked={inactiveToo}
          onChange={(e) => setInactiveToo(e.currentTarget.checked)}
        />
      </div>
      {tested && <Answer tested={tested} />}
    </form>
  );
}

function Answer({ tested: { test, here } }: { tested: Tested }) {
  const { labels } = useFieldNames();
  const variables = Object.entries(test.localVariables);
  return (
    <div className="rule-test-answer" role="status">
      {here && <p className="muted">Calculated on this device, without ATS values or AI answers.</p>}
      <h3>What changes</h3>
      <Diff test={test} />
      <h3>Trace</h3>
      <ol className="rule-test-trace">
        {test.trace.map((entry) => (
          <Traced key={entry.ruleId} entry={entry} />
        ))}
      </ol>
      {test.trace.length === 0 && <p className="muted">No rules ran.</p>}
      {test.manual.length > 0 && (
        <>
          <h3>Set manually</h3>
          <ul className="rule-test-list">
            {test.manual.map(({ field, by, at, value }) => (
              <li key={field}>
                <strong>{catalogueName(labels, field, field)}</strong> {shown(field, value)}{' '}
                <span className="muted">
                  locked by {by}, <Ago at={at} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {variables.length > 0 && (
        <>
          <h3>Local variables</h3>
          <ul className="rule-test-list">
            {variables.map(([name, value]) => (
              <li key={name}>
                <strong>{name}</strong> {shown(name, value)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const shown = (field: string, value: unknown): string => textOf(value as FieldValue, fieldKeyed(field)) || 'empty';

function Diff({ test }: { test: RuleTest }) {
  if (test.diff.length === 0) return <p className="muted">No changes: the job stays as collected.</p>;
  const names = new Map(test.trace.map(({ ruleId, ruleName }) => [ruleId, ruleName]));
  return (
    <div className="rule-test-scroll" tabIndex={0} role="group" aria-label="What changes, by field">
      <table>
        <TableHead columns={['Field', 'Before', 'After', 'By']} />
        <tbody>
          {test.diff.map(({ field, label, before, after, ruleId }, i) => (
            <tr key={`${i} ${field}`}>
              <th scope="row">{label}</th>
              <td>
                <del>{shown(field, before)}</del>
              </td>
              <td>
                <ins>{shown(field, after)}</ins>
              </td>
              <td className="muted">{ruleId === null ? 'Calculated' : (names.get(ruleId) ?? `Rule ${ruleId}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Traced({ entry }: { entry: TraceEntry }) {
  const { ruleName, version, isTriggered, humanReadableRule, ruleTranslationTrace, message, microseconds } = entry;
  return (
    <li>
      <div className="rule-test-head">
        <strong>{titled(ruleName)}</strong>
        <StateBadge tone={isTriggered ? 'good' : 'neutral'}>{isTriggered ? 'Triggered' : 'Not triggered'}</StateBadge>
        <span className="muted">
          {version > 0 && `version ${version} · `}
          {(microseconds / 1000).toFixed(2)} ms
        </span>
      </div>
      <p>{humanReadableRule}</p>
      {ruleTranslationTrace && <Words mono words={ruleTranslationTrace} />}
      <Words words={message} />
    </li>
  );
}

/** Long texts of a trace expand on demand. */
function Words({ words, mono = false }: { words: string; mono?: boolean }) {
  const [open, setOpen] = useState(false);
  const isLong = words.length > longestText;
  return (
    <p className={mono ? 'mono muted' : 'muted'}>
      {isLong && !open ? `${words.slice(0, longestText)}…` : words}{' '}
      {isLong && (
        <button type="button" className="link-button" onClick={() => setOpen(!open)}>
          {open ? 'Less' : 'More'}
        </button>
      )}
    </p>
  );
}
