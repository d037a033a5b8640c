import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { changeAreas } from '#contract/commands/change-messages.ts';
import type { RowNames } from '#domain/commands/kit/wording.ts';
import { type Area, areaOf, describeChange } from '#src/entities/change/describe-change.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';

type Filter = { readonly typed: string; readonly area: Area | 'all' };

/** What of the outbox is looked at: words of its sentences, and what they are about. */
export function useOutboxFilter(names: RowNames) {
  const [filter, setFilter] = useState<Filter>({ typed: '', area: 'all' });
  const wanted = filter.typed.trim().toLowerCase();
  const passes = (entry: OutboxEntry) =>
    (filter.area === 'all' || areaOf(entry.name) === filter.area) &&
    (wanted === '' || describeChange(entry, names).message.toLowerCase().includes(wanted));
  return { filter, setFilter, passes, filtered: wanted !== '' || filter.area !== 'all' };
}

const areaLabels: Record<Area | 'all', string> = { all: 'All', ...changeAreas, other: 'Other' };

type Props = { filter: Filter; areas: readonly Area[]; onFilter: (filter: Filter) => void };

export function OutboxFilter({ filter, areas, onFilter }: Props) {
  const choices = (Object.keys(areaLabels) as (Area | 'all')[]).filter((area) => area === 'all' || areas.includes(area));
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
          data={choices.map((value) => ({ value, label: areaLabels[value] }))}
        />
      )}
    </div>
  );
}
