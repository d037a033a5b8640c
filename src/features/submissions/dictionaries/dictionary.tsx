import { CloseButton } from '@mantine/core';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import type { HeldEntry } from './held-dictionary.ts';
import './dictionaries.css';

export const newEntry = (targetId: number, objectId: number): HeldEntry => ({
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

type Mapping = HeldEntry['mappings'][number];
const textOf = ({ other, otherTarget }: Mapping) => `${other} (${otherTarget})`;

const col = columnsOf<HeldEntry>();

/** Columns of a dictionary. `unmap` removes a mapping. */
export const dictionaryColumns = (unmap: (mapping: Mapping) => void) => [
  col('name', 'Name', { cell: ({ name, extId }) => name || <span className="muted">{extId}</span> }),
  col('extId', 'External ID'),
  col('custom1', 'Custom field 1'),
  col('custom2', 'Custom field 2'),
  col('isDefault', 'Default', { cell: ({ isDefault }) => isDefault && <StateBadge tone="info">Default</StateBadge> }),
  col('mappings', 'Mapped to', {
    cell: (entry) => <Mappings entry={entry} unmap={unmap} />,
    text: ({ mappings }) => mappings.map(textOf).join('; '),
  }),
];

function Mappings({ entry: { mappings }, unmap }: { entry: HeldEntry; unmap: (mapping: Mapping) => void }) {
  if (mappings.length === 0) return <span className="muted">—</span>;
  return (
    <ul className="entry-mappings">
      {mappings.map((mapping) => (
        <li key={mapping.step.ref ?? mapping.step.id}>
          {textOf(mapping)}
          <CloseButton size="sm" aria-label={`Remove the mapping to ${textOf(mapping)}`} onClick={() => unmap(mapping)} />
        </li>
      ))}
    </ul>
  );
}

export const removal = ({ name, extId, mappings }: HeldEntry) =>
  ({
    title: `Remove ${name || extId}?`,
    body: mappings.length === 0 ? 'The entry is removed from the dictionary.' : 'Its mappings are removed with it.',
    choices: { go: { words: 'Remove entry', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
