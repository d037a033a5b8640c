import { useState } from 'react';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { isDay } from '#src/ui/form/optional.ts';
import { asChoices, ChoiceBox } from './filter-boxes.tsx';
import {
  type CodeOf,
  coded,
  importedChoices,
  newChoices,
  type PartProps,
  statusChoices,
  submittedChoices,
  vendorStatusChoices,
  workTypeChoices,
} from './filter-choices.ts';

/** What keeps a job status from being chosen, by the code of the new jobs. */
const statusHints: Record<CodeOf<'newjobs'>, string | undefined> = {
  0: undefined,
  9: 'New jobs since yesterday are open ones.',
  10: 'Among new jobs, canceled, held and hidden ones are not searched.',
};

/** New jobs, and the statuses that depend on them. */
export function StatusPart({ filter, set }: PartProps) {
  const names = useFieldNames();
  // Without dates, the query has no part that says "between two dates".
  const [between, setBetween] = useState(filter.newjobs === 10);
  const newjobs = filter.newjobs ?? (between ? 10 : 0);
  const statuses = statusChoices.map((label, code) => ({ value: String(code), label, disabled: newjobs !== 0 && code > 2 }));
  const choose = (code: CodeOf<'newjobs'>) => {
    setBetween(code === 10);
    set({ newjobs: code, sdate: '', edate: '' });
  };
  return (
    <section className="filter-part" aria-label={names.of('status', 'Status')}>
      <h3>{names.of('status', 'Status')}</h3>
      <div className="filter-boxes">
        <ChoiceBox
          label={names.of('firstSeenAt')}
          value={String(newjobs)}
          choices={asChoices(newChoices)}
          onValue={(value) => choose(coded<'newjobs'>(value))}
        />
        <ChoiceBox
          label="Job status"
          value={String(filter.jstatus ?? 0)}
          choices={statuses}
          hint={statusHints[newjobs]}
          disabled={newjobs === 9}
          onValue={(value) => set({ jstatus: coded<'jstatus'>(value) })}
        />
        {newjobs === 10 && <SeenDay day="sdate" label={`${names.of('firstSeenAt')} from`} {...{ filter, set }} />}
        {newjobs === 10 && <SeenDay day="edate" label={`${names.of('firstSeenAt')} to`} {...{ filter, set }} />}
        <ChoiceBox
          label={names.of('status')}
          value={filter.vendorStatus ?? ''}
          choices={withOwn(asChoices(vendorStatusChoices), filter.vendorStatus)}
          onValue={(vendorStatus) => set({ vendorStatus })}
        />
        <ChoiceBox
          label={names.of('postState')}
          value={String(filter.imported ?? 0)}
          choices={asChoices(importedChoices)}
          onValue={(value) => set({ imported: coded<'imported'>(value) })}
        />
        <ChoiceBox
          label={names.of('submissions')}
          value={String(filter.submitted ?? 0)}
          choices={submittedChoices.map((label, code) => ({ value: String(code), label }))}
          onValue={(value) => set({ submitted: coded<'submitted'>(value) })}
        />
        <ChoiceBox
          label={names.of('workType')}
          value={String(filter.wt ?? 0)}
          choices={asChoices(workTypeChoices(names))}
          onValue={(value) => set({ wt: coded<'wt'>(value) })}
        />
      </div>
    </section>
  );
}

/** The first or the last day on which a job was first seen. A text that is no day stays in the box and filters nothing. */
function SeenDay({ day, label, filter, set }: PartProps & { readonly day: 'sdate' | 'edate'; readonly label: string }) {
  const [typed, setTyped] = useState('');
  const value = typed !== '' && !isDay(typed) ? typed : (filter[day] ?? '');
  return (
    <DateField
      size="xs"
      label={label}
      name={day}
      data-path={day}
      value={value}
      error={value !== '' && !isDay(value)}
      onChange={(next) => {
        setTyped(next);
        if (next === '' || isDay(next)) set({ newjobs: 10, [day]: next });
      }}
      onBlur={() => undefined}
    />
  );
}

/** The choices with one that only the query bar can write, such as a list. */
const withOwn = (choices: readonly { value: string; label: string }[], own: string | undefined) =>
  own === undefined || own === '' || choices.some(({ value }) => value === own)
    ? choices
    : [...choices, { value: own, label: own }];
