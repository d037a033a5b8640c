import { TagsField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';

/** How often a task runs. */
export const EveryMinutesField = (field: Bound<number | null>) => (
  <NumberField
    label="Run every (minutes)"
    hint="5 to 1,440 (once a day). Leave blank to run manually only."
    decimals={0}
    {...field}
  />
);

type ScheduleForm = {
  readonly field: ((key: 'everyMinutes') => Bound<number | null>) & ((key: 'runAt') => Bound<string[]>);
};

/** When a task runs: at an interval, or at times of the day. */
export const ScheduleFields = ({ form }: { form: ScheduleForm }) => (
  <>
    <EveryMinutesField {...form.field('everyMinutes')} />
    <TagsField
      label="Run at these times of the day instead"
      hint="Write times as 06:30 or 18:00, in the time zone of the customer. Leave blank to run every so many minutes."
      {...form.field('runAt')}
    />
  </>
);
