import type { TargetRow } from '#contract/rows/rows.ts';
import { kindSettings } from '#domain/targets/settings/setting-fields.ts';
import { SettingFieldsForm } from './setting-fields-form.tsx';
import { TargetSettings } from './target-settings.tsx';
import { useSaveTarget } from './use-save-target.ts';

/** The ATS's own ids of work types and statuses, which its job orders get. */
export function TargetDefaults({ row }: { row: TargetRow }) {
  const save = useSaveTarget();
  const { id, name, disabled } = row;
  return (
    <TargetSettings
      row={row}
      id="target-defaults"
      title="Defaults"
      about={`What ${name} calls work types and statuses. Jobs are sent with these values; a blank one is left out where nothing else is said.`}
    >
      {(target) => (
        <SettingFieldsForm
          title={`${name} defaults`}
          fields={kindSettings(row.typeId).defaults}
          stored={target}
          onSave={(values) => save({ id, name, isDisabled: disabled, ...values })}
        />
      )}
    </TargetSettings>
  );
}
