import { Button, Select, TextInput } from '@mantine/core';
import type { Question } from '#contract/support/questions.ts';

export type Field = Question['fields'][number];

const needs = [
  { value: '0', label: 'Optional' },
  { value: '1', label: 'Required' },
  { value: '2', label: 'One of the group' },
];

type LineProps = { field: Field; onChange: (change: Partial<Field>) => void; onRemove: () => void };

/** One field of a question: its name, whether it must be filled, and its group. */
export function FieldLine({ field: { name, group, required }, onChange, onRemove }: LineProps) {
  const of = name === '' ? 'the new field' : name;
  return (
    <div className="question-field">
      <TextInput
        aria-label="Name of the field"
        placeholder="Name"
        value={name}
        onChange={(e) => onChange({ name: e.currentTarget.value })}
      />
      <Select
        aria-label={`Whether ${of} must be filled`}
        allowDeselect={false}
        data={needs}
        value={String(required)}
        onChange={(value) => onChange({ required: value === '1' ? 1 : value === '2' ? 2 : 0 })}
      />
      <TextInput
        aria-label={`Group of ${of}`}
        placeholder="Group"
        value={group ?? ''}
        onChange={(e) => onChange({ group: e.currentTarget.value === '' ? null : e.currentTarget.value })}
      />
      <Button size="compact-xs" variant="subtle" onClick={onRemove} aria-label={`Remove ${of}`}>
        Remove
      </Button>
    </div>
  );
}
