import { Textarea } from '@mantine/core';
import { type BoundText, type FieldWords, fieldShell } from './fields.tsx';

type Props = FieldWords & Omit<BoundText, 'onBlur'> & { onBlur?: () => void; rows?: number; mono?: boolean; autoFocus?: boolean };

/** Text of several lines. The box grows with the text. */
export function TextAreaField({ label, hint, required, disabled, rows = 2, mono, autoFocus, value, onChange, ...rest }: Props) {
  return (
    <Textarea
      {...fieldShell({ label, hint, required, disabled })}
      {...(mono && { classNames: { input: 'mono' } })}
      {...(autoFocus && { 'data-autofocus': true })}
      {...rest}
      autosize
      minRows={rows}
      maxRows={16}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
