import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { requiredLabel } from '#src/ui/form/fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import type { RuleEditor } from './use-rule-editor.ts';

type AboutProps = { readonly editor: RuleEditor; readonly admin: boolean; readonly isNew: boolean };

/** Name, order, time and scope of a rule. */
export function About({ editor, admin, isNew }: AboutProps) {
  const { draft, set, problemOf, readOnly } = editor;
  const forced = draft.actionType === 9 || draft.actionType === 11;
  return (
    <section className="card rule-section" id="about" aria-label="About the rule">
      <div className="rule-about">
        <TextInput
          label={requiredLabel('Rule name')}
          disabled={readOnly}
          error={problemOf('name')}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NumberInput
          label="Order"
          description="Lowest number runs first."
          hideControls
          disabled={readOnly}
          error={problemOf('ord')}
          value={draft.ord}
          onChange={(ord) => typeof ord === 'number' && set({ ord })}
        />
        <Select
          label="Runs on"
          description={forced ? 'This action always runs on export.' : 'Export changes only the posted copy.'}
          disabled={readOnly || forced}
          allowDeselect={false}
          value={draft.runOnExport ? 'export' : 'collection'}
          onChange={(time) => set({ runOnExport: time === 'export' })}
          data={[
            { value: 'collection', label: 'Data collection' },
            { value: 'export', label: 'Export' },
          ]}
        />
        <WorkTypeChoice editor={editor} />
        <SourceChoice editor={editor} />
        <DateField
          label="Disable after"
          hint="Leave blank to run until deactivated."
          disabled={readOnly}
          name="disableAfterOn"
          data-path="disableAfterOn"
          error={problemOf('disableAfterOn')}
          value={draft.disableAfterOn}
          onChange={(day) => set({ disableAfterOn: day || null })}
          onBlur={() => undefined}
        />
      </div>
      <Switches editor={editor} admin={admin} isNew={isNew} />
    </section>
  );
}

function Switches({ editor: { draft, set, readOnly }, admin, isNew }: AboutProps) {
  return (
    <div className="rule-switches">
      <Switch
        label="Active"
        disabled={readOnly}
        checked={draft.active}
        onChange={(e) => set({ active: e.currentTarget.checked })}
      />
      <Switch
        label="Include canceled jobs"
        disabled={readOnly}
        checked={draft.appliedToCancelledJobs}
        onChange={(e) => set({ appliedToCancelledJobs: e.currentTarget.checked })}
      />
      {admin && (
        <Switch
          label="Admins only"
          disabled={readOnly}
          checked={draft.adminsOnly}
          onChange={(e) => set({ adminsOnly: e.currentTarget.checked })}
        />
      )}
      {admin && (
        <Switch
          label="All customers"
          disabled={readOnly || !isNew}
          checked={draft.global}
          onChange={(e) => set({ global: e.currentTarget.checked })}
        />
      )}
    </div>
  );
}

function SourceChoice({ editor: { draft, set, readOnly } }: { editor: RuleEditor }) {
  const names = useFieldNames();
  const { rows } = useCollection('source');
  return (
    <ReferenceField
      label={names.of('source')}
      name="sourceId"
      data-path="sourceId"
      placeholder="All sources"
      disabled={readOnly}
      choices={rows.map(({ id, name }) => ({ id: String(id), name }))}
      value={draft.sourceId === null ? null : String(draft.sourceId)}
      onChange={(id) => set({ sourceId: id === '' ? null : Number(id) })}
    />
  );
}

function WorkTypeChoice({ editor: { draft, set, readOnly } }: { editor: RuleEditor }) {
  const names = useFieldNames();
  return (
    <Select
      label={names.of('workType')}
      disabled={readOnly}
      allowDeselect={false}
      value={String(draft.workType ?? 0)}
      onChange={(type) => set({ workType: type === '0' ? null : (Number(type) as 1 | 2 | 3) })}
      data={[
        { value: '0', label: 'All' },
        ...[1, 2, 3].map((type) => ({ value: String(type), label: names.workTypeChoice(type) })),
      ]}
    />
  );
}
