import { Checkbox, TextInput } from '@mantine/core';
import type { CrawlerField, CrawlerSettings, FieldSetup } from '#contract/rows/crawler-settings.ts';
import { canSet, crawlerFields, settled } from '#domain/crawlers/crawler-settings.ts';
import { crawlerFieldNames } from '#src/entities/collect/crawler-words.ts';
import type { Bound } from '#src/ui/form/use-form.ts';

type Props = Pick<Bound<CrawlerSettings>, 'value' | 'onChange' | 'error'>;

const flags = [
  ['active', 'Active'],
  ['customizable', 'Customizable'],
  ['adminOnly', 'Admin only'],
] as const;
const textNames: Partial<Record<CrawlerField, string>> = { label: 'Text of the note', switch: 'Name of the switch' };

/** Which fields the tasks of a crawler have. What depends on a flag that is off is off, too, and cannot be set. */
export function FieldTable({ value: settings, onChange, error }: Props) {
  const set = (more: Partial<CrawlerSettings>) => onChange(settled({ ...settings, ...more }));
  return (
    <fieldset className="crawler-fields">
      <legend>Fields of its tasks</legend>
      <p className="muted">
        Active: tasks have the field. Customizable: people of the customer may change it. Admin only: no one else sees it.
      </p>
      {error && (
        <p role="alert" className="crawler-problem">
          {error}
        </p>
      )}
      <div className="crawler-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {flags.map(([flag, words]) => (
                <th scope="col" key={flag}>
                  {words}
                </th>
              ))}
              <th scope="col">Label</th>
            </tr>
          </thead>
          <tbody>
            {crawlerFields.map((field) => (
              <FieldRow key={field} field={field} settings={settings} onSet={(setup) => set({ [field]: setup })} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="crawler-options">
        <Checkbox
          label="Show only the note"
          disabled={!canSet(settings, 'onlyLabel', null)}
          checked={settings.onlyLabel}
          onChange={(event) => set({ onlyLabel: event.currentTarget.checked })}
        />
        <Checkbox
          label="Hide from new tasks"
          checked={settings.hideFromWizard}
          onChange={(event) => set({ hideFromWizard: event.currentTarget.checked })}
        />
        <Checkbox
          label="Preset org key"
          disabled={!canSet(settings, 'presetOrgKey', null)}
          checked={settings.presetOrgKey}
          onChange={(event) => set({ presetOrgKey: event.currentTarget.checked })}
        />
      </div>
    </fieldset>
  );
}

type RowProps = { field: CrawlerField; settings: CrawlerSettings; onSet: (setup: FieldSetup) => void };

function FieldRow({ field, settings, onSet }: RowProps) {
  const name = crawlerFieldNames[field];
  const setup = settings[field];
  return (
    <tr>
      <th scope="row">{name}</th>
      {flags.map(([flag, words]) => (
        <td key={flag}>
          <Checkbox
            aria-label={`${name}: ${words.toLowerCase()}`}
            disabled={!canSet(settings, flag, field)}
            checked={setup[flag]}
            onChange={(event) => onSet({ ...setup, [flag]: event.currentTarget.checked })}
          />
        </td>
      ))}
      <td>
        <TextInput
          size="xs"
          aria-label={textNames[field] ?? `${name}: label`}
          placeholder={textNames[field] ?? name}
          disabled={!canSet(settings, 'text', field)}
          value={setup.text}
          onChange={(event) => onSet({ ...setup, text: event.currentTarget.value })}
        />
      </td>
    </tr>
  );
}
