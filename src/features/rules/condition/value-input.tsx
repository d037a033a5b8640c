import { Autocomplete } from '@mantine/core';
import type { Field } from '#domain/fields/field.ts';
import { useFieldValues } from './use-field-values.ts';

type ValueInputProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly field: Field | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
};

/** One value of a field. Typing suggests values of the jobs on this device. */
export function ValueInput({ label, hint, field, value, onChange, error, disabled }: ValueInputProps) {
  const known = useFieldValues(field?.id ?? null, value);
  return (
    <Autocomplete
      label={label}
      {...(hint && { description: hint })}
      limit={40}
      data={[...new Set(known.map(({ text }) => text))]}
      value={value}
      onChange={onChange}
      error={error}
      disabled={disabled}
    />
  );
}
