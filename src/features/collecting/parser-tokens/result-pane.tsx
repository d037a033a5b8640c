import { FeedField } from '#contract/collecting/column-mapping.ts';
import type { ParserReading } from '#contract/collecting/parsed-document.ts';
import type { SampleChange } from '#contract/collecting/parsers.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { feedFieldLabel } from '#src/entities/collect/feed-fields.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';

const outcomes: Readonly<Record<ParserReading['trace'][number]['outcome'], string>> = {
  found: 'Found',
  fallback: 'Default',
  not_found: 'Found nothing',
  unreadable: 'Unreadable',
  ambiguous: 'Found twice',
  broken: 'Cannot work',
  repeats: 'Next job',
  end: 'End of the loop',
};

const labelOf = (field: string, names: FieldNames): string => {
  const known = FeedField.safeParse(field);
  return known.success ? feedFieldLabel(known.data, names) : field;
};

/** What the parser makes of the sample: the values of each job, what is wrong, and what each token did. */
export function ResultPane({ reading, changes }: { reading: ParserReading; changes: readonly SampleChange[] }) {
  const { takes, reason, problem, records, trace } = reading;
  const names = useFieldNames();
  return (
    <>
      <p>
        {takes ? (
          <StateBadge tone="good">Takes this email</StateBadge>
        ) : (
          <StateBadge tone="bad">Does not take this email</StateBadge>
        )}
      </p>
      {!takes && <p>{reason}</p>}
      {problem !== null && <p role="alert">{problem}</p>}
      {changes.length > 0 && <ChangeList changes={changes} />}
      {records.map(({ values, problems, warnings }, at) => (
        // The jobs of an email have no name; their order is what tells them apart.
        <section key={at} aria-label={`Job ${at + 1}`}>
          <h3>{records.length > 1 ? `Job ${at + 1}` : 'Job'}</h3>
          {[...problems, ...warnings].map((one) => (
            <p key={`${one.field} ${one.problem}`} className="result-problem">
              {labelOf(one.field, names)}: {one.problem} {one.remedy}
            </p>
          ))}
          <dl className="result-values">
            {values.map(({ field, text }) => (
              <div key={field}>
                <dt>{feedFieldLabel(field, names)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <details>
        <summary>What each token did</summary>
        <ol className="result-trace">
          {trace.map(({ token, record, outcome, text, words, start }) => (
            <li key={`${token} ${record} ${start} ${outcome}`}>
              Token {token}: {outcomes[outcome]}
              {text !== '' && ` “${text.slice(0, 80)}”`} {words}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

/** What the last change of a token did to the samples. */
function ChangeList({ changes }: { changes: readonly SampleChange[] }) {
  const names = useFieldNames();
  return (
    <section aria-label="What the last change did" role="status">
      <h3>What the last change did</h3>
      <ul>
        {changes.flatMap(({ sample, name, values, problem, problemBefore }) => [
          ...values.map(({ job, field, before, after }) => (
            <li key={`${sample} ${job} ${field}`}>
              {name}: {labelOf(field, names)} was {before ?? 'blank'}, is {after ?? 'blank'}
            </li>
          )),
          ...(problem === problemBefore ? [] : [<li key={`${sample} problem`}>{`${name}: ${problem || 'it is read now'}`}</li>]),
        ])}
      </ul>
    </section>
  );
}
