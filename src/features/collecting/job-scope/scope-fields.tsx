import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { SwitchField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';
import './job-scope.css';

/** What people call the work types. */
export const workTypeNames = (names: FieldNames) => ({
  travel: names.workTypeChoice(1),
  permanent: names.workTypeChoice(2),
  perDiem: names.workTypeChoice(3),
});

type WorkType = 'travel' | 'permanent' | 'perDiem';
type Days = 'daysFrom' | 'daysTo' | 'daysFromPerDiem' | 'daysToPerDiem';

/** The part of a form that says which jobs a task collects. */
export type ScopeForm = {
  readonly values: { readonly [type in WorkType]: boolean };
  readonly field: ((key: WorkType) => Bound<boolean>) & ((key: Days) => Bound<number | null>);
};

/** Work types, and for each kind the days from today to the start of a job. */
export function ScopeFields({ form }: { form: ScopeForm }) {
  const names = useFieldNames();
  const { travel, permanent, perDiem } = form.values;
  const { travel: travelName, permanent: permanentName, perDiem: perDiemName } = workTypeNames(names);
  const others = [travel && travelName, permanent && permanentName].filter((name) => name !== false);
  return (
    <>
      <fieldset className="job-scope">
        <legend>{names.many('workType', 'Work types')} to collect</legend>
        <div className="job-scope-types">
          <SwitchField label={travelName} {...form.field('travel')} />
          <SwitchField label={permanentName} {...form.field('permanent')} />
          <SwitchField label={perDiemName} {...form.field('perDiem')} />
        </div>
      </fieldset>
      {others.length > 0 && (
        <DaysFields
          legend={`${others.join(' and ')}: days from today to the start`}
          from={form.field('daysFrom')}
          to={form.field('daysTo')}
        />
      )}
      {perDiem && (
        <DaysFields
          legend={`${perDiemName}: days from today to the start`}
          from={form.field('daysFromPerDiem')}
          to={form.field('daysToPerDiem')}
        />
      )}
      <p className="muted">Leave days blank for jobs of any start date. Jobs without a start date are always collected.</p>
    </>
  );
}

type DaysProps = { legend: string; from: Bound<number | null>; to: Bound<number | null> };

function DaysFields({ legend, from, to }: DaysProps) {
  return (
    <fieldset className="job-scope">
      <legend>{legend}</legend>
      <div className="job-scope-days">
        <NumberField label="From" min={0} max={999} decimals={0} suffix=" days" {...from} />
        <NumberField label="To" min={0} max={999} decimals={0} suffix=" days" {...to} />
      </div>
    </fieldset>
  );
}
