import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PaySettings } from '#contract/rules/pay.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { stateNames } from '#domain/parsing/states.ts';
import { calcType, type PaidJob, payOf, paySetupOf } from '#domain/pay/pay.ts';
import { findJob } from '#src/entities/job/find-job.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { PayFigures } from '#src/entities/pay/pay-figures.tsx';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import './pay-preview.css';

const ordinary: PaidJob = {
  source: '',
  degree: null,
  mappedDegree: null,
  state: null,
  billRate: 80,
  otRate: null,
  hoursPerWeek: 36,
  hoursPerShift: null,
  shiftsPerWeek: null,
  travelStipend: null,
  mealStipend: 350,
  lodgingStipend: 600,
};
const amountsOf = (names: FieldNames) =>
  [
    ['billRate', `${names.of('billRate')} ($/hour)`],
    ['otRate', `${names.of('otRate')} ($/hour)`],
    ['hoursPerWeek', names.of('hoursPerWeek')],
    ['travelStipend', `${names.of('travelStipend', 'Travel')} ($/week)`],
    ['mealStipend', `${names.of('mealStipend', 'Meals')} ($/week)`],
    ['lodgingStipend', `${names.of('lodgingStipend', 'Lodging')} ($/week)`],
  ] as const;
const types = [
  ['Maximize margin', calcType.maximizeMargin],
  ['Maximize inclusive pay', calcType.maximizeInclusivePay],
] as const;

/** The pay for one job under both calculations: a sample job to edit, or a job from this device. */
export function PayPreview({ pay }: { pay: PaySettings }) {
  const names = useFieldNames();
  const [job, setJob] = useState(ordinary);
  const setup = paySetupOf(pay);
  const put = (change: Partial<PaidJob>) => setJob((now) => ({ ...now, ...change }));
  return (
    <SettingsPart title="Pay preview">
      <div className="pay-preview-fields">
        <TakeJob onJob={setJob} />
        {amountsOf(names).map(([key, label]) => (
          <NumberInput
            key={key}
            label={label}
            hideControls
            min={0}
            decimalScale={2}
            value={job[key] ?? ''}
            onChange={(typed) => put({ [key]: typeof typed === 'number' ? typed : null })}
          />
        ))}
        <Choice
          label={names.of('source')}
          value={job.source}
          names={pay.fees.map(({ source }) => source)}
          onName={(source) => put({ source: source ?? '' })}
        />
        <Choice
          label={names.of('degree')}
          value={job.degree}
          names={pay.degreePays.map(({ name }) => name)}
          onName={(degree) => put({ degree })}
        />
        <Choice
          label={names.of('state')}
          value={job.state}
          names={stateNames.map(({ code }) => code)}
          onName={(state) => put({ state })}
        />
      </div>
      <div className="pay-outcomes" aria-live="polite">
        {types.map(([label, type]) => (
          <div key={type} className="pay-outcome" data-chosen={type === setup.calcType || undefined}>
            <h3>
              {label}
              {type === setup.calcType && <span className="muted"> · current setting</span>}
            </h3>
            <PayFigures pay={payOf(job, { ...setup, calcType: type })} currency="USD" />
          </div>
        ))}
      </div>
    </SettingsPart>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string | null;
  readonly names: readonly string[];
  readonly onName: (name: string | null) => void;
};

/** Selects a name from a list. The current value is included, even if the list lacks it. */
function Choice({ label, value, names, onName }: ChoiceProps) {
  const data = [...new Set(value ? [...names, value] : names)];
  return <Select label={label} placeholder="Any" searchable clearable data={data} value={value || null} onChange={onName} />;
}

/** Fills the form with the values of a job on this device. */
function TakeJob({ onJob }: { onJob: (job: PaidJob) => void }) {
  const { store } = useLocalStore();
  const names = useFieldNames();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const take = async () => {
    const job = await findJob(store, typed);
    setProblem(job ? null : 'This job isn’t on this device.');
    if (job) onJob({ ...job, mappedDegree: null });
  };
  return (
    <form onSubmit={submitting(take)}>
      <TextInput
        label={names.of('providerJobId', 'Job ID')}
        placeholder="Enter to load"
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
