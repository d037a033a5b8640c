import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import './labels.css';

type Props = {
  readonly label: string;
  readonly value: string;
  /** Returns why the text was refused; null once it is saved. */
  readonly onSave: (text: string) => Promise<string | null>;
  readonly disabled: boolean;
  readonly isOwn: boolean;
};

/** A label that is saved when its box is left or by Enter; Escape returns to the saved one. A refused text stays, with the reason. */
export function LabelCell({ label, value, onSave, disabled, isOwn }: Props) {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  // A newer value from the service replaces the typed one.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
    setProblem(null);
  }
  const save = async () => {
    if (typed.trim() !== value) setProblem(await onSave(typed));
    else setProblem(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setTyped(value);
    setProblem(null);
  };
  return (
    <TextInput
      size="xs"
      className="label-cell"
      dir="auto"
      aria-label={label}
      data-own={isOwn || undefined}
      value={typed}
      disabled={disabled}
      error={problem}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  );
}
