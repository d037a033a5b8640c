import { PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Bound } from './use-form.ts';

export type FieldWords = {
  label: string;
  hint?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** In a table, whose heading already shows the label. Screen readers still read it. */
  hideLabel?: boolean;
};

/** The label of a field that must be filled in. The only mark of such a field. */
export const requiredLabel = (label: string) => `${label} (required)`;

/** Label above, "required" as text, hint below. */
export function fieldShell({ label, hint, required, disabled, hideLabel }: FieldWords) {
  return {
    ...(hideLabel ? { 'aria-label': label, size: 'xs' as const } : { label: required ? requiredLabel(label) : label }),
    ...(hint ? { description: hint } : {}),
    ...(disabled ? { disabled } : {}),
    ...(required ? { 'aria-required': true } : {}),
  };
}

/** A binding to text whose schema allows `null` for blank. */
export type BoundText = Omit<Bound<string>, 'value'> & { value: string | null };

type TextFieldProps = FieldWords &
  BoundText & {
    type?: 'text' | 'email' | 'tel' | 'url';
    autoComplete?: string;
    mono?: boolean;
  };

/** One line of text. */
export function TextField({ label, hint, required, disabled, mono, value, onChange, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...fieldShell({ label, hint, required, disabled })}
      {...(mono ? { classNames: { input: 'mono' } } : {})}
      {...rest}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A password. `fresh` for a new one, so that password managers offer to create and store it. */
export function PasswordField({
  label,
  hint,
  required,
  disabled,
  fresh,
  onChange,
  ...rest
}: FieldWords & Bound<string> & { fresh?: boolean }) {
  return (
    <PasswordInput
      {...fieldShell({ label, hint, required, disabled })}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      {...rest}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A secret that the service stores encrypted and never shows. Blank keeps the stored one. Its schema is `keptSecret()`. */
export function SecretField({ isKept, ...field }: FieldWords & Bound<string> & { isKept: boolean }) {
  const kept = isKept ? 'A value is stored, encrypted. Leave blank to keep it.' : 'Stored encrypted.';
  return <PasswordField fresh {...field} hint={field.hint === undefined ? kept : `${field.hint} ${kept}`} />;
}

/** On or off. */
export function SwitchField({ label, hint, disabled, value, onChange, ...rest }: FieldWords & Bound<boolean>) {
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

export type Choices = readonly { value: string; label: string }[];

/** One of several choices; blank for none. A long list is searchable. */
export function SelectField({
  label,
  hint,
  required,
  disabled,
  choices,
  value,
  onChange,
  ...rest
}: FieldWords & BoundText & { choices: Choices }) {
  return (
    <Select
      {...fieldShell({ label, hint, required, disabled })}
      {...rest}
      data={[...choices]}
      searchable={choices.length > 12}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `No ${label.toLowerCase()}` }}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** Several short texts. Enter or a comma ends each one. */
export function TagsField({ label, hint, required, disabled, value, onChange, ...rest }: FieldWords & Bound<string[]>) {
  const [typed, setTyped] = useState('');
  const take = () => {
    onChange([...new Set([...value, typed.trim()])]);
    setTyped('');
  };
  return (
    <TagsInput
      {...fieldShell({ label, hint, required, disabled })}
      {...rest}
      // Text in the box also counts on blur and on Escape, so that nothing typed is lost.
      acceptValueOnBlur
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={(event) => event.key === 'Escape' && typed.trim() !== '' && take()}
      value={value}
      onChange={onChange}
    />
  );
}
