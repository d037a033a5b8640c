import { Checkbox, Input, TextInput } from '@mantine/core';
import { useState } from 'react';
import { textMatches } from '#domain/query/text-matches.ts';
import type { FieldWords } from './fields.tsx';
import type { Bound } from './use-form.ts';
import './multi-select.css';

export type MultiChoice<V> = { value: V; label: string; description?: string | undefined; disabled?: boolean };

type Props<V> = FieldWords &
  Bound<V[]> & {
    choices: readonly MultiChoice<V>[];
    /** If the caller searches the choices: the typed text, and the handler for a change of it. */
    search?: { typed: string; onTyped: (typed: string) => void };
  };

/** Several choices of a long list, as checkboxes under a search box. Chosen ones stay visible. */
export function MultiSelectField<V extends string | number>({
  search,
  choices,
  value,
  onChange,
  onBlur,
  error,
  ...words
}: Props<V>) {
  const [typedHere, setTypedHere] = useState('');
  const { typed, onTyped } = search ?? { typed: typedHere, onTyped: setTypedHere };
  const fits = textMatches(typed);
  const chosen = new Set(value);
  const listed = search ? choices : choices.filter((choice) => chosen.has(choice.value) || fits(choice.label));
  const unlisted = value.filter((one) => !listed.some((choice) => choice.value === one));
  const toggle = (one: V) => onChange(chosen.has(one) ? value.filter((other) => other !== one) : [...value, one]);
  return (
    <Input.Wrapper label={words.label} description={words.hint} error={error}>
      <TextInput
        type="search"
        size="xs"
        aria-label={`Search ${words.label.toLowerCase()}`}
        placeholder="Search; * matches anything"
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <ul className="multi-select" aria-label={words.label} data-path={words['data-path']} onBlur={onBlur}>
        {[...unlisted.map((one): MultiChoice<V> => ({ value: one, label: String(one) })), ...listed].map((choice) => (
          <li key={choice.value}>
            <Checkbox
              label={choice.label}
              description={choice.description}
              disabled={(words.disabled || choice.disabled) ?? false}
              checked={chosen.has(choice.value)}
              onChange={() => toggle(choice.value)}
            />
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  );
}
