import { HierarchyLevel } from '#contract/rows/rows.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';

const labels: Record<HierarchyLevel, string> = {
  both: 'Orders and their shifts',
  orders: 'Orders only',
  shifts: 'Shifts only',
};

/** Whether the target takes orders, their shifts and positions, or both. */
export function LevelField({ onChange, ...field }: Bound<HierarchyLevel>) {
  return (
    <SelectField
      label="Jobs it takes"
      required
      hint="Orders: jobs that are part of no other order. Shifts: jobs that name a parent order; other jobs are then not posted."
      choices={HierarchyLevel.options.map((level) => ({ value: level, label: labels[level] }))}
      {...field}
      onChange={(next) => onChange(HierarchyLevel.parse(next))}
    />
  );
}
