import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { stateKey } from '#src/entities/job/job-columns.tsx';
import { density as densitySetting } from '#src/entities/session/device-settings.ts';
import type { ColumnLayout, Density } from '#src/ui/grid/model/column-layout.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { stagingLayout } from './grid-settings.ts';

type GridLook = {
  readonly layout: ColumnLayout;
  readonly setLayout: (layout: ColumnLayout) => void;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  /** Too narrow to edit in: the grid is read, jobs open in their panel. */
  readonly narrow: boolean;
};

/** What a telephone shows: which job, where, in what state; the rest stands in its panel. */
const readingLayout: ColumnLayout = {
  shown: ['providerJobId', 'facility', stateKey, 'specialty', 'shift', 'billRate', 'startDate'],
  start: ['providerJobId'],
  end: [],
  widths: { providerJobId: 108, facility: 230 },
  density: 'comfortable',
};
const stay = () => undefined;

/** The arrangement of the columns, bent to the screen: fingers get tall rows, a small screen fewer pinned columns. */
export function useGridLayout(): GridLook {
  const [kept, setLayout] = useSetting(stagingLayout);
  const [wanted, setDensity] = useSetting(densitySetting);
  const coarse = useMediaQuery('(pointer: coarse)') ?? false;
  const narrow = useMediaQuery('(max-width: 767px)') ?? false;
  const tablet = useMediaQuery('(max-width: 991px)') ?? false;
  const density = coarse ? 'comfortable' : wanted;
  // The same object while nothing changes: every row is drawn again for another layout.
  const layout = useMemo(
    (): ColumnLayout => ({ ...kept, density, start: kept.start.slice(0, tablet ? 2 : kept.start.length) }),
    [kept, density, tablet],
  );
  if (narrow) return { layout: readingLayout, setLayout: stay, density: 'comfortable', setDensity, narrow };
  // What a small screen left out stays pinned on a large one.
  const keep = (next: ColumnLayout) => setLayout(tablet && kept.start.length > 2 ? { ...next, start: kept.start } : next);
  return { layout, setLayout: keep, density, setDensity, narrow };
}
