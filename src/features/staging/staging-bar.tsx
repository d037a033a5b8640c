import { ActionIcon, Select } from '@mantine/core';
import { IconColumns3, IconDownload, IconLayoutRows } from '@tabler/icons-react';
import type { TargetRow } from '#contract/rows/rows.ts';
import { pickable } from '#domain/targets/target-kinds.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { CountTabs } from '#src/ui/count-tabs/count-tabs.tsx';
import type { Density } from '#src/ui/grid/model/column-layout.ts';
import { ReadJobsButton } from './readings/read-jobs-button.tsx';
import type { ViewParts } from './views/use-view-parts.tsx';

type StagingBarProps = {
  readonly target: TargetRow | null;
  readonly onTarget: (id: number) => void;
  readonly views: ViewParts;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  readonly choosing: boolean;
  readonly onChoose: () => void;
};

const nextDensity: Record<Density, Density> = { compact: 'normal', normal: 'comfortable', comfortable: 'compact' };
const densityLabels: Record<Density, string> = { compact: 'Compact rows', normal: 'Normal rows', comfortable: 'Tall rows' };

/** The views as tabs with their counts, and the layout of the grid. */
export function StagingBar({ target, onTarget, views, density, onDensity, choosing, onChoose }: StagingBarProps) {
  return (
    <div className="staging-bar">
      <h1 id="page-title" tabIndex={-1}>
        Staging
      </h1>
      <CountTabs label="Views" {...views.tabs} />
      {views.menu}
      <div className="staging-tools">
        <TargetChoice target={target} onTarget={onTarget} />
        <ActionIcon
          aria-label={`${densityLabels[density]}: change`}
          data-tip={densityLabels[density]}
          onClick={() => onDensity(nextDensity[density])}
        >
          <IconLayoutRows size={18} aria-hidden="true" />
        </ActionIcon>
        <ReadJobsButton />
        <ActionIcon aria-label="Export" data-tip="Export" onClick={views.onExport}>
          <IconDownload size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          aria-label="Columns"
          aria-pressed={choosing}
          data-tip="Columns"
          variant={choosing ? 'light' : 'subtle'}
          onClick={onChoose}
        >
          <IconColumns3 size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
}

/** The target whose mappings and posts the grid shows. Nothing to choose where there is only one. */
export function TargetChoice({
  target,
  onTarget,
  label = false,
}: Pick<StagingBarProps, 'target' | 'onTarget'> & { /** Shows what is chosen above the box. */ readonly label?: boolean }) {
  const offered = pickable(useCollection('target').rows);
  // A link may show the jobs of a target that is not offered.
  const rows = target && !offered.some(({ id }) => id === target.id) ? [...offered, target] : offered;
  if (rows.length < 2) return null;
  return (
    <Select
      {...(label ? { label: 'Target' } : { className: 'staging-target', 'aria-label': 'Target' })}
      size="xs"
      allowDeselect={false}
      value={target ? String(target.id) : null}
      data={rows.map(({ id, name, disabled }) => ({ value: String(id), label: disabled ? `${name} (off)` : name }))}
      onChange={(id) => id && onTarget(Number(id))}
    />
  );
}
