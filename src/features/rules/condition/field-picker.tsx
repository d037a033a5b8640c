import { Select } from '@mantine/core';
import { messages } from '#contract/kit/messages.ts';
import { fields } from '#domain/fields/catalogue.ts';
import type { Field } from '#domain/fields/field.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useRuleFields } from './rule-fields.tsx';

type FieldPickerProps = {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  /** Which fields the user can choose here. */
  readonly offers: (field: Field) => boolean;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  /** Shows the label above the field; otherwise only screen readers read it. */
  readonly titled?: boolean;
};

/** Picks one field of the catalog by typing. Advanced fields come last. */
export function FieldPicker({ label, value, onChange, offers, error, disabled = false, titled = false }: FieldPickerProps) {
  const { hidden, advanced } = useRuleFields();
  const names = useFieldNames();
  const offered = fields
    .filter((field) => (offers(field) && !hidden.has(field.id)) || field.id === value)
    .sort((a, b) => Number(advanced.has(a.id)) - Number(advanced.has(b.id)));
  return (
    <Select
      {...(titled ? { label } : { 'aria-label': label, size: 'xs' })}
      searchable
      limit={60}
      placeholder="Choose a field"
      nothingFoundMessage={messages.notFound}
      data={offered.map((field) => ({ value: String(field.id), label: names.of(field.key, field.label) }))}
      value={value === null ? null : String(value)}
      error={error}
      disabled={disabled}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
