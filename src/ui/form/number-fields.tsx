import { NumberInput } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { type FieldWords, fieldShell } from './fields.tsx';
import type { Bound } from './use-form.ts';

type NumberFieldProps = FieldWords &
  Bound<number | null> & { min?: number; max?: number; decimals?: number; prefix?: string; suffix?: string };

/** A number. Blank means unknown, which is not zero. */
export function NumberField({
  label,
  hint,
  required,
  disabled,
  hideLabel = false,
  decimals,
  value,
  onChange,
  ...rest
}: NumberFieldProps) {
  return (
    <NumberInput
      {...fieldShell({ label, hint, required, disabled, hideLabel })}
      {...(decimals === undefined ? {} : { decimalScale: decimals })}
      hideControls
      thousandSeparator=","
      {...rest}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  );
}

/** An amount of money in US dollars, to the cent. */
export const MoneyField = (props: NumberFieldProps) => <NumberField min={0} decimals={2} prefix="$" {...props} />;

/** A percentage, 0 to 100. */
export const PercentField = (props: NumberFieldProps) => <NumberField min={0} max={100} decimals={2} suffix="%" {...props} />;

type SavedNumberProps = FieldWords & {
  /** `MoneyField`, `PercentField` or `NumberField`. */
  Field: ComponentType<NumberFieldProps>;
  value: number | null;
  max?: number;
  onSave: (value: number | null) => unknown;
};

/** A number that is saved when the field loses the focus. Enter leaves the field. */
export function SavedNumber({ Field, value, max = 10_000, onSave, ...words }: SavedNumberProps) {
  const [typed, setTyped] = useState(value);
  // A newer value from the service replaces the typed one.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <span onKeyDown={(event) => event.key === 'Enter' && event.target instanceof HTMLElement && event.target.blur()}>
      <Field
        {...words}
        name={words.label}
        data-path={words.label}
        min={0}
        max={max}
        value={typed}
        onChange={setTyped}
        onBlur={() => typed !== value && onSave(typed)}
      />
    </span>
  );
}
