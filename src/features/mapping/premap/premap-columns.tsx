import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldLabel } from '#domain/job-list/job-fields.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import type { NumberedLine, Premap } from './use-premap.ts';

type Field = 'jrDegree' | 'jrSpecialty' | 'atsDegree' | 'atsSpecialty';

const col = columnsOf<NumberedLine>();
const labels: Record<Field, string> = {
  jrDegree: fieldLabel('degree'),
  jrSpecialty: fieldLabel('specialty'),
  atsDegree: `ATS ${fieldLabel('degree').toLowerCase()}`,
  atsSpecialty: `ATS ${fieldLabel('specialty').toLowerCase()}`,
};

/** Columns of the premap. Cells are edited in place. */
export const premapColumns = (premap: Premap) => [
  col('no', 'Row', { align: 'end' }),
  ...(Object.keys(labels) as Field[]).map((field) =>
    col(field, labels[field], {
      cell: (line) => <Cell key={`${line.no}${line[field]}`} line={line} field={field} premap={premap} />,
    }),
  ),
  col('exclude', 'Exclude', {
    cell: (line) => (
      <Checkbox
        aria-label={`Exclude row ${line.no}`}
        checked={line.exclude}
        onChange={(event) => premap.edit(line.no, { exclude: event.currentTarget.checked })}
      />
    ),
  }),
  col('problem', 'Problem', { cell: ({ problem }) => problem && <span className="premap-problem">{problem}</span> }),
];

export const removeOf = (line: NumberedLine, premap: Premap) => (
  <ActionIcon aria-label={`Delete row ${line.no}`} onClick={() => premap.remove(line.no)}>
    <IconTrash size={16} aria-hidden />
  </ActionIcon>
);

/** Keeps typed text in the cell until blur, so that a long premap does not render at every keystroke. */
function Cell({ line, field, premap }: { line: NumberedLine; field: Field; premap: Premap }) {
  const [typed, setTyped] = useState(line[field]);
  const wrong = (field === 'atsDegree' && !line.isAtsDegreeCorrect) || (field === 'atsSpecialty' && !line.isAtsSpecialtyCorrect);
  return (
    <TextInput
      size="xs"
      aria-label={`${labels[field]}, row ${line.no}`}
      error={wrong && line.problem !== null}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => typed !== line[field] && premap.edit(line.no, { [field]: typed })}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
