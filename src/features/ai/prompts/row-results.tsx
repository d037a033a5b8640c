import type { ReactNode } from 'react';
import { counted } from '#src/ui/format/format.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { isRight, type RowTrial } from './use-row-trials.ts';
import type { Tried } from './use-trials.ts';

type Props = { readonly trials: readonly RowTrial[]; readonly renderAnswers: (tried: readonly Tried[]) => ReactNode };

/** What each version says of rows of the dataset: how often it says what people say, and row by row. */
export function RowResults({ trials, renderAnswers }: Props) {
  const [first] = trials;
  if (!first) return null;
  return (
    <>
      <ul className="prompt-row-sums" aria-label="Rows that say what people say">
        {first.tried.map((_, i) => (
          <li key={i}>{sumWords(trials, i)}</li>
        ))}
      </ul>
      {trials.map(({ record, tried }) => (
        <details key={record.id} className="prompt-row">
          <summary>
            <span>{record.providerJobId ?? `Row ${record.id}`}</span>
            {record.split === 'test' && <StateBadge tone="info">Test row</StateBadge>}
            {tried.map(({ result }, i) => (
              <Mark key={i} right={isRight(record, result)} />
            ))}
          </summary>
          <p className="prompt-row-text">{record.description}</p>
          {renderAnswers(tried)}
        </details>
      ))}
    </>
  );
}

const Mark = ({ right }: { readonly right: boolean | null }) =>
  right === null ? (
    <StateBadge>Not labeled</StateBadge>
  ) : (
    <StateBadge tone={right ? 'good' : 'bad'}>{right ? 'As labeled' : 'Differs'}</StateBadge>
  );

function sumWords(trials: readonly RowTrial[], i: number): string {
  const judged = trials.flatMap(({ record, tried }) => {
    const right = isRight(record, tried[i]?.result ?? null);
    return right === null ? [] : [right];
  });
  const result = trials[0]?.tried[i]?.result;
  const who = result ? `Version ${result.version} by ${result.model}` : `Answer ${i + 1}`;
  if (judged.length === 0) return `${who}: ${counted(trials.length, 'row')}, none of them labeled`;
  return `${who}: ${judged.filter(Boolean).length} of ${counted(judged.length, 'labeled row')} as labeled`;
}
