import { Select } from '@mantine/core';
import type { Check } from './send-request.ts';

type Props = { dictionaries: Check['dictionaries']; onChoose: (objectId: number, entryId: number | null) => void };

const origins = {
  chosen: 'Chosen here',
  mapping: 'From the mapping',
  default: 'The default entry',
  none: 'Nothing is mapped, and there is no default entry',
} as const;

/** What the destination takes from its dictionaries. A person may choose another entry for this submission alone. */
export function DictionaryChoices({ dictionaries, onChoose }: Props) {
  return (
    <div>
      <h3>From dictionaries of the destination</h3>
      <div className="send-dictionaries">
        {dictionaries.map(({ objectId, name, isRequired, entryId, from, choices }) => (
          <Select
            key={objectId}
            label={name.charAt(0).toUpperCase() + name.slice(1)}
            description={choices.length === 0 ? 'The dictionary has no entries yet' : origins[from]}
            required={isRequired}
            searchable
            clearable={from === 'chosen'}
            disabled={choices.length === 0}
            data={choices.map((choice) => ({ value: String(choice.id), label: choice.name }))}
            value={entryId === 0 ? null : String(entryId)}
            onChange={(value) => onChoose(objectId, value === null ? null : Number(value))}
          />
        ))}
      </div>
    </div>
  );
}
