import { useEffect, useEffectEvent } from 'react';
import type * as z from 'zod';
import { RateFloorFigures } from '#contract/commands/rate-floor.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useRateFloor } from '#src/entities/posting/use-rate-floor.ts';
import { SwitchField } from '#src/ui/form/fields.tsx';
import { MoneyField, PercentField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPage, SettingsPart } from '#src/ui/page/settings-page.tsx';

const none: RateFloorFigures = { billRate: null, marginPerHour: null, marginPercent: null, preventsPosting: false };

/** The lowest rates that the customer accepts, and whether jobs below them are posted. Saving works offline, too. */
export function RateFloor() {
  const { ready, floor } = useRateFloor();
  return (
    <SettingsPage
      title="Rate floor"
      note="The lowest rates you accept"
      answer={{ reply: ready ? { floor } : null, at: null, problem: null }}
      what="The lowest rates"
    >
      {() => <FloorForm figures={floor ?? none} />}
    </SettingsPage>
  );
}

function FloorForm({ figures }: { readonly figures: RateFloorFigures }) {
  const { billRate, marginPerHour, marginPercent, preventsPosting } = figures;
  const form = useForm(RateFloorFigures, {
    initial: { billRate, marginPerHour, marginPercent, preventsPosting },
    onSubmit: useSaveChange('rateFloor.save.v1', {
      args: (draft: z.output<typeof RateFloorFigures>) => draft,
      done: () => 'Rate floor saved',
      onSaved: () => undefined,
    }),
  });
  // Figures that another person or an undo has set are shown, but never instead of what was typed.
  const show = useEffectEvent((newest: RateFloorFigures) => {
    if (!form.dirty) form.reset(newest);
  });
  useEffect(
    () => show({ billRate, marginPerHour, marginPercent, preventsPosting }),
    [billRate, marginPerHour, marginPercent, preventsPosting],
  );
  return (
    <SettingsPart
      title="Lowest rates"
      about="Jobs below one of these are marked “Below floor” in Staging. Leave a field blank for no limit."
    >
      <FormPage bare title="Rate floor" form={form} saveLabel="Save rate floor">
        <MoneyField label="Lowest bill rate ($/hour)" hint="Amounts count for jobs in US dollars." {...form.field('billRate')} />
        <MoneyField
          label="Lowest margin ($/hour)"
          hint="The bill rate minus the job’s pay per hour. Jobs without pay per hour are not judged by margin."
          {...form.field('marginPerHour')}
        />
        <PercentField
          label="Lowest margin (% of the bill rate)"
          hint="Counts in every currency."
          {...form.field('marginPercent')}
        />
        <SwitchField
          label="Prevent posting below the floor"
          hint="On: a job is posted once a person accepts its rate. Off: it is only marked."
          {...form.field('preventsPosting')}
        />
      </FormPage>
    </SettingsPart>
  );
}
