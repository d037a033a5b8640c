import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type RowNames, wordsOfChange } from '#src/entities/change/change-words.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import { type Area, areaOf } from './conflict-lines.ts';

type Filter = { readonly typed: string; readonly area: Area | 'all' };

/** What of the outbox is looked at: words of its sentences, and what they are about. */
export function useOutboxFilter(names: RowNames) {
  const [filter, setFilter] = useState<Filter>({ typed: '', area: 'all' });
  const wanted = filter.typed.trim().toLowerCase();
  const passes = (entry: OutboxEntry) =>
    (filter.area === 'all' || areaOf(entry.name) === filter.area) &&
    (wanted === '' || wordsOfChange(entry, names).words.toLowerCase().includes(wanted));
  return { filter, setFilter, passes, filtered: wanted !== '' || filter.area !== 'all' };
}

const areaWords: Record<Area | 'all', string> = { all: 'All', jobs: 'Jobs', mapping: 'Mapping', posts: 'Posts', other: 'Other' };

type Props = { filter: Filter; areas: readonly Area[]; onFilter: (filter: Filter) => void };

export function OutboxFilter({ filter, areas, onFilter }: Props) {
  const choices = (['all', 'jobs', 'mapping', 'posts', 'other'] as const).filter(
    (area) => area === 'all' || areas.includes(area),
  );
  return (
    <div className="outbox-filter">
      <TextInput
        size="xs"
        type="search"
        aria-label="Filter changes"
        placeholder="Filter changes"
        value={filter.typed}
        onChange={(event) => onFilter({ ...filter, typed: event.currentTarget.value })}
      />
      {choices.length > 2 && (
        <SegmentedControl
          size="xs"
          aria-label="Change type"
          value={filter.area}
          onChange={(area) => onFilter({ ...filter, area })}
          data={choices.map((value) => ({ value, label: areaWords[value] }))}
        />
      )}
    </div>
  );
}
