import { ActionIcon, Input } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';
import { moved } from './package.ts';
import './packages.css';

type DocumentType = { readonly id: number; readonly name: string; readonly groupName: string };
type Props = Bound<number[]> & {
  /** The document types of the target; null until a target is chosen. */
  types: readonly DocumentType[] | null;
};

/** The documents of a package in their order, with a field that adds one at the end. */
export function DocumentsField({ types, value, onChange, ...bound }: Props) {
  const nameOf = (id: number) => types?.find((type) => type.id === id)?.name ?? `Document ${id}`;
  const left = (types ?? []).filter(({ id }) => !value.includes(id));
  return (
    <>
      {value.length > 0 && (
        <Input.Wrapper label="Documents" description="In the order in which they are sent.">
          <ol className="package-documents" aria-label="Documents of the package">
            {value.map((id, at) => (
              <li key={id}>
                <span>{nameOf(id)}</span>
                <Step name={nameOf(id)} label="up" disabled={at === 0} onClick={() => onChange(moved(value, at, -1))} />
                <Step
                  name={nameOf(id)}
                  label="down"
                  disabled={at === value.length - 1}
                  onClick={() => onChange(moved(value, at, 1))}
                />
                <ActionIcon
                  variant="subtle"
                  aria-label={`Remove ${nameOf(id)}`}
                  onClick={() => onChange(value.filter((other) => other !== id))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ol>
        </Input.Wrapper>
      )}
      <ReferenceField
        label="Add a document"
        required={value.length === 0}
        placeholder={placeholderOf(types, left.length)}
        disabled={left.length === 0}
        choices={left.map(({ id, name, groupName }) => ({ id: String(id), name, detail: groupName }))}
        {...bound}
        value=""
        onChange={(id) => id !== '' && onChange([...value, Number(id)])}
      />
    </>
  );
}

function placeholderOf(types: Props['types'], left: number): string {
  if (types === null) return 'Choose a target first';
  if (types.length === 0) return 'The target has no document types yet';
  return left === 0 ? 'Every document is in the package' : 'Type a name or an ID';
}

type StepProps = { name: string; label: 'up' | 'down'; disabled: boolean; onClick: () => void };

const Step = ({ name, label, disabled, onClick }: StepProps) => (
  <ActionIcon variant="subtle" aria-label={`Move ${name} ${label}`} disabled={disabled} onClick={onClick}>
    {label === 'up' ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
  </ActionIcon>
);
