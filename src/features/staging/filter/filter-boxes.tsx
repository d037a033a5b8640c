import { Select, TextInput } from '@mantine/core';
import { useSettledText } from '#src/ui/query/use-settled-text.ts';

type TextBoxProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
  readonly error?: string | undefined;
};

/** A text of the filter. It applies once typing stops, and at once when the person leaves the box. */
export function TextBox({ label, value, onValue, placeholder, error }: TextBoxProps) {
  const { typed, setTyped, settle } = useSettledText(value, onValue);
  return (
    <TextInput
      size="xs"
      label={label}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      error={error}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => settle(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') settle(typed);
      }}
    />
  );
}

type ChoiceBoxProps = {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  readonly onValue: (value: string) => void;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
};

/** One of a few choices of the filter. */
export function ChoiceBox({ label, value, choices, onValue, hint, disabled = false }: ChoiceBoxProps) {
  return (
    <Select
      size="xs"
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description']}
      disabled={disabled}
      allowDeselect={false}
      value={value}
      data={[...choices]}
      onChange={(next) => next !== null && onValue(next)}
    />
  );
}

/** Codes and their words as choices. */
export const asChoices = (pairs: readonly (readonly [string | number, string])[]) =>
  pairs.map(([value, label]) => ({ value: String(value), label }));
