import type { ReactNode } from 'react';
import type { FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import type { OpenCombination } from '#domain/posting/flex-mapping/open-combinations.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { counted } from '#src/ui/format/format.ts';
import { labelOfJob } from './label-of-job.ts';
import './open-combination-list.css';

/** As many as a person works through at a time. The rest move up as the first ones get a line. */
const listed = 50;

type Props = {
  readonly flex: FlexMapping;
  readonly combinations: readonly OpenCombination[];
  /** The way to the line that a combination lacks. */
  readonly renderControl: (combination: OpenCombination) => ReactNode;
};

/** Combinations of open jobs without a line of the flex mapping, each with the number of its jobs. */
export function OpenCombinationList({ flex, combinations, renderControl }: Props) {
  const names = useFieldNames();
  if (combinations.length === 0) return null;
  const named = flex.jobFields.map((key) => labelOfJob(key, names)).join(', ');
  return (
    <section className="open-combinations" aria-label="Combinations without a line">
      <h2>{counted(combinations.length, 'combination')} without a line</h2>
      <p className="muted">
        Values of {named} that open jobs have.
        {combinations.length > listed && ` The first ${listed} are listed.`}
      </p>
      <ul>
        {combinations.slice(0, listed).map((combination) => (
          <li key={JSON.stringify(combination.values)}>
            <span className="open-combination-values">{combination.values.map((value) => value || 'blank').join(' · ')}</span>
            <span className="muted">{counted(combination.jobs, 'open job')}</span>
            {renderControl(combination)}
          </li>
        ))}
      </ul>
    </section>
  );
}
