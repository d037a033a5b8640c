import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import type { NumberedLine, Premap } from './use-premap.ts';

type Field = 'jrDegree' | 'jrSpecialty' | 'atsDegree' | 'atsSpecialty';

const col = columnsOf<NumberedLine>();
const labelsIn = (names: FieldNames): Record<Field, string> => ({
  jrDegree: names.of('degree'),
  jrSpecialty: names.of('specialty'),
  atsDegree: `ATS ${names.of('degree').toLowerCase()}`,
  atsSpecialty: `ATS ${names.of('specialty').toLowerCase()}`,
});

/** Columns of the premap. Cells are edited in place. */
export const premapColumns = (premap: Premap, names: FieldNames) => [
  col('no', 'Row', { align: 'end' }),
  ...(Object.entries(labelsIn(names)) as [Field, string][]).map(([field, label]) =>
    col(field, label, {
      cell: (line) => <Cell key={`${line.no}${line[field]}`} line={line} field={field} label={label} premap={premap} />,
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
function Cell({ line, field, label, premap }: { line: NumberedLine; field: Field; label: string; premap: Premap }) {
  const [typed, setTyped] = useState(line[field]);
  const wrong = (field === 'atsDegree' && !line.isAtsDegreeCorrect) || (field === 'atsSpecialty' && !line.isAtsSpecialtyCorrect);
  return (
    <TextInput
      size="xs"
      aria-label={`${label}, row ${line.no}`}
      error={wrong && line.problem !== null}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => typed !== line[field] && premap.edit(line.no, { [field]: typed })}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
