import { NumberInput, PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import type { Bound } from './use-form.ts';

type Words = { label: string; hint?: string | undefined; required?: boolean | undefined; disabled?: boolean | undefined };

/** Label above, "required" in words, the hint under it. */
function shell({ label, hint, required, disabled }: Words) {
  return {
    label: required ? `${label} (required)` : label,
    ...(hint ? { description: hint } : {}),
    ...(disabled ? { disabled } : {}),
    ...(required ? { 'aria-required': true } : {}),
  };
}

type TextFieldProps = Words &
  Bound<string> & {
    type?: 'text' | 'email' | 'tel' | 'url';
    autoComplete?: string;
    mono?: boolean;
  };

/** One line of text. */
export function TextField({ label, hint, required, disabled, mono, onChange, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...shell({ label, hint, required, disabled })}
      {...(mono ? { classNames: { input: 'mono' } } : {})}
      {...rest}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A secret. `fresh` for one that is being chosen, so that password managers offer to make and keep it. */
export function PasswordField({
  label,
  hint,
  required,
  disabled,
  fresh,
  onChange,
  ...rest
}: Words & Bound<string> & { fresh?: boolean }) {
  return (
    <PasswordInput
      {...shell({ label, hint, required, disabled })}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      {...rest}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type NumberFieldProps = Words & Bound<number | null> & { min?: number; max?: number; decimals?: number };

/** A number; blank is "not known", which is not zero. */
export function NumberField({ label, hint, required, disabled, decimals, value, onChange, ...rest }: NumberFieldProps) {
  return (
    <NumberInput
      {...shell({ label, hint, required, disabled })}
      {...(decimals === undefined ? {} : { decimalScale: decimals })}
      hideControls
      {...rest}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  );
}

/** On or off, at once understood as a state of things. */
export function SwitchField({ label, hint, disabled, value, onChange, ...rest }: Words & Bound<boolean>) {
  return (
    <Switch
      label={label}
      {...(hint ? { description: hint } : {})}
      {...(disabled ? { disabled } : {})}
      {...rest}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

type Choices = readonly { value: string; label: string }[];

/** One of several; blank where none is chosen. A long list is searched. */
export function SelectField({
  label,
  hint,
  required,
  disabled,
  choices,
  value,
  onChange,
  ...rest
}: Words & Bound<string> & { choices: Choices }) {
  return (
    <Select
      {...shell({ label, hint, required, disabled })}
      {...rest}
      data={[...choices]}
      searchable={choices.length > 12}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `No ${label.toLowerCase()}` }}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** Several short texts, each ended with Enter or a comma. */
export function TagsField({ label, hint, required, disabled, value, onChange, ...rest }: Words & Bound<string[]>) {
  return (
    <TagsInput
      {...shell({ label, hint, required, disabled })}
      {...rest}
      // What stands in the box when it is left counts too: nothing typed is lost.
      acceptValueOnBlur
      value={value}
      onChange={onChange}
    />
  );
}
