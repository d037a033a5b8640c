import type { CrawlerRow } from '#contract/rows/rows.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { TextField } from '#src/ui/form/fields.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';
import { ScopeFields, type ScopeForm } from '../job-scope/scope-fields.tsx';
import { EveryMinutesField } from '../tasks/schedule-fields.tsx';

type Props = {
  form: ScopeForm & {
    readonly field: ((key: 'site') => Bound<string>) &
      ((key: 'alias') => Bound<string | null>) &
      ((key: 'everyMinutes') => Bound<number | null>);
  };
  crawler: CrawlerRow;
};

/** The name of the task and of its source, how often it runs, and which jobs it collects. */
export function JobsStep({ form, crawler }: Props) {
  const names = useFieldNames();
  const isBrought = crawler.kind === 'file' || crawler.kind === 'webhook';
  return (
    <>
      <TextField
        label={names.of('source')}
        required
        hint="The vendor management system (VMS) the jobs come from. Jobs are staged under this name."
        {...form.field('site')}
      />
      <TextField label="Name of the task" hint="Leave blank to name it after its source." {...form.field('alias')} />
      {!isBrought && <EveryMinutesField {...form.field('everyMinutes')} />}
      <ScopeFields form={form} />
    </>
  );
}
