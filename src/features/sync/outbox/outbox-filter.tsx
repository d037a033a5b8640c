import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { changeAreas } from '#contract/commands/change-messages.ts';
import type { RowNames } from '#domain/commands/kit/wording.ts';
import { type Area, areaOf, describeChange } from '#src/entities/change/describe-change.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import { DateTimeField } from '#src/ui/form/date-fields.tsx';
import { isInstant } from '#src/ui/form/optional.ts';

/** `since` is an instant, or text that is not one yet. Changes made before it are left out. */
type Filter = { readonly typed: string; readonly area: Area | 'all'; readonly since: string };

/** The filter of the outbox: text, area and time. */
export function useOutboxFilter(names: RowNames) {
  const [filter, setFilter] = useState<Filter>({ typed: '', area: 'all', since: '' });
  const wanted = filter.typed.trim().toLowerCase();
  const since = isInstant(filter.since) ? Date.parse(filter.since) : 0;
  const passes = (entry: OutboxEntry) =>
    Date.parse(entry.createdAt) >= since &&
    (filter.area === 'all' || areaOf(entry.name) === filter.area) &&
    (wanted === '' || describeChange(entry, names).message.toLowerCase().includes(wanted));
  return { filter, setFilter, passes, filtered: wanted !== '' || filter.area !== 'all' || since > 0 };
}

const areaLabels: Record<Area | 'all', string> = { all: 'All', ...changeAreas, other: 'Other' };

type Props = { filter: Filter; areas: readonly Area[]; onFilter: (filter: Filter) => void };

export function OutboxFilter({ filter, areas, onFilter }: Props) {
  const choices = (Object.keys(areaLabels) as (Area | 'all')[]).filter((area) => area === 'all' || areas.includes(area));
  const [left, setLeft] = useState(false);
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
      <DateTimeField
        label="Made since"
        hideLabel
        size="xs"
        name="since"
        data-path="since"
        error={left && filter.since !== '' && !isInstant(filter.since)}
        value={filter.since}
        onChange={(since) => onFilter({ ...filter, since })}
        onBlur={() => setLeft(true)}
      />
    </div>
  );
}
