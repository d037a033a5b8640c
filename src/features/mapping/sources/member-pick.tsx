import { Checkbox, TextInput } from '@mantine/core';
import './sources.css';

type Member<K> = {
  readonly key: K;
  readonly label: string;
  readonly description?: string | undefined;
  readonly disabled?: boolean;
  readonly chosen: boolean;
};

type MemberPickProps<K> = {
  /** "Find a facility". */
  readonly find: string;
  /** What the list is of. */
  readonly label: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly members: readonly Member<K>[];
  readonly onToggle: (key: K) => void;
};

/** Several chosen of a long list, found by their names. */
export function MemberPick<K extends string | number>({ find, label, typed, onTyped, members, onToggle }: MemberPickProps<K>) {
  return (
    <>
      <TextInput
        type="search"
        label={find}
        description="Use * at the start or end as a wildcard"
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <ul className="source-members" aria-label={label}>
        {members.map(({ key, label: name, description, disabled, chosen }) => (
          <li key={key}>
            <Checkbox
              label={name}
              description={description}
              disabled={disabled ?? false}
              checked={chosen}
              onChange={() => onToggle(key)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
