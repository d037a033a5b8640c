import { CloseButton } from '@mantine/core';
import type { DictionaryEntry } from '#contract/submissions/dictionaries.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import './dictionaries.css';

export const newEntry = (targetId: number, objectId: number): DictionaryEntry => ({
  id: 0,
  objectId,
  targetId,
  extId: '',
  name: '',
  custom1: '',
  custom2: '',
  isDefault: false,
  mappings: [],
});

const textOf = ({ other, otherTarget }: DictionaryEntry['mappings'][number]) => `${other} (${otherTarget})`;

const col = columnsOf<DictionaryEntry>();

/** Columns of a dictionary. `unmap` removes a mapping by its id. */
export const dictionaryColumns = (unmap: (id: number) => void) => [
  col('name', 'Name', { cell: ({ name, extId }) => name || <span className="muted">{extId}</span> }),
  col('extId', 'External ID'),
  col('custom1', 'Custom field 1'),
  col('custom2', 'Custom field 2'),
  col('isDefault', 'Default'),
  col('mappings', 'Mapped to', {
    cell: (entry) => <Mappings entry={entry} unmap={unmap} />,
    text: ({ mappings }) => mappings.map(textOf).join('; '),
  }),
];

function Mappings({ entry: { mappings }, unmap }: { entry: DictionaryEntry; unmap: (id: number) => void }) {
  const offline = useOffline();
  if (mappings.length === 0) return <span className="muted">—</span>;
  return (
    <ul className="entry-mappings">
      {mappings.map((mapping) => (
        <li key={mapping.id}>
          {textOf(mapping)}
          <CloseButton
            size="sm"
            disabled={offline}
            aria-label={`Remove the mapping to ${textOf(mapping)}`}
            onClick={() => unmap(mapping.id)}
          />
        </li>
      ))}
    </ul>
  );
}

export const removal = ({ name, extId, mappings }: DictionaryEntry) =>
  ({
    title: `Remove ${name || extId}?`,
    body: mappings.length === 0 ? 'The entry is removed from the dictionary.' : 'Its mappings are removed with it.',
    choices: { go: { words: 'Remove entry', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
