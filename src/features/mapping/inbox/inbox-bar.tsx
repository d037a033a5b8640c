import { Button } from '@mantine/core';
import type { SourceRow } from '#contract/rows/rows.ts';
import type { MapTab } from '#domain/mapping/table/map-rows.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { TargetPick } from '#src/entities/mapping/target-choice.tsx';
import { CountTabs } from '#src/ui/count-tabs/count-tabs.tsx';
import type { MapQueueItem } from '#src/workers/grid/map-queue.ts';
import { AutoMap } from '../values/auto-map.tsx';
import { KindSwitch, titleOf, ViewSwitch } from '../values/map-switches.tsx';
import type { MapFrame } from '../values/use-map-frame.ts';

type InboxBarProps = {
  readonly frame: MapFrame;
  readonly tab: MapTab;
  readonly onTab: (tab: MapTab) => void;
  readonly sizes: Readonly<Record<MapTab, number>> | null;
  readonly sources: readonly SourceRow[];
  readonly sourceId: number | null;
  readonly onSource: (id: number | null) => void;
  readonly items: readonly MapQueueItem[];
  readonly onAcceptAll: (items: readonly MapQueueItem[]) => Promise<void>;
};

const tabs: readonly (readonly [MapTab, string])[] = [
  ['review', 'To review'],
  ['suggested', 'Suggested ≥ 95%'],
  ['mapped', 'Mapped'],
  ['ignored', 'Ignored'],
];

/** The inbox's toolbar: kind, status tabs, source and target. */
export function InboxBar(props: InboxBarProps) {
  const names = useFieldNames();
  const { frame, tab, onTab, sizes, items } = props;
  return (
    <div className="inbox-bar">
      <h1 id="page-title" tabIndex={-1}>
        {titleOf(frame, names)}
      </h1>
      <KindSwitch frame={frame} />
      <CountTabs label="Mapping status" tabs={tabs} current={tab} onTab={onTab} counts={sizes} />
      <div className="inbox-tools">
        {tab === 'suggested' && items.length > 0 && (
          <Button size="xs" onClick={() => void props.onAcceptAll(items)}>
            Accept {items.length.toLocaleString('en-US')} at ≥ 95%
          </Button>
        )}
        <label>
          <span className="visually-hidden">{names.of('source')}</span>
          <select value={props.sourceId ?? ''} onChange={(event) => props.onSource(Number(event.currentTarget.value) || null)}>
            <option value="">All sources</option>
            {props.sources.map((source) => (
              <option key={source.id} value={source.id}>
                {source.name}
              </option>
            ))}
          </select>
        </label>
        <AutoMap frame={frame} texts={tab === 'review' || tab === 'suggested' ? items.map(({ value }) => value.id) : []} />
        <TargetPick choice={frame.choice} />
        <ViewSwitch frame={frame} />
      </div>
    </div>
  );
}
