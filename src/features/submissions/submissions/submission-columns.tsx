import type { Submission } from '#contract/submissions/submissions.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { stateLabels } from '#domain/submissions/words.ts';
import { stateTones } from '#src/entities/submission/submission-labels.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { columnsOf } from '#src/ui/table/column.ts';

const problemOf = ({ errorText, warningsText }: Submission) => [errorText, warningsText].filter(Boolean).join(' ');
const col = columnsOf<Submission>();

/** Every field of a submission. */
export const submissionColumns = (names: FieldNames) => [
  col('id', 'ID', { align: 'end' }),
  col('created', 'Created', { cell: ({ created }) => <Ago at={created} /> }),
  col('caregiverEmail', 'Caregiver'),
  col('state', 'Step', {
    cell: ({ state, isError }) => <StateBadge tone={isError ? 'bad' : stateTones[state]}>{stateLabels[state]}</StateBadge>,
    text: ({ state }) => stateLabels[state],
  }),
  col('status', 'Status'),
  col('from', 'From'),
  col('to', 'To'),
  col('providerJobId', 'Provider job ID'),
  col('contact', 'Contact', { cell: ({ contact }) => contact || <span className="muted">The ATS</span> }),
  col('errorText', 'Problem', { cell: problemOf, text: problemOf }),
  col('source', 'Source', { hidden: true }),
  col('facility', names.of('facility'), { hidden: true }),
  col('extId', 'ID at the destination', { hidden: true }),
  col('atsJobId', 'ATS job ID', { hidden: true }),
  col('caregiverId', 'Caregiver ID', { hidden: true }),
  col('isWarnings', 'Has warnings', { hidden: true }),
];
