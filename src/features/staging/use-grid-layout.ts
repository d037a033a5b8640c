import { useMediaQuery } from '@mantine/hooks';
import { density as densitySetting } from '#src/entities/session/device-settings.ts';
import type { ColumnLayout, Density } from '#src/ui/grid/column-layout.ts';
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

/** The arrangement of the columns, bent to the screen: fingers get tall rows, a small screen fewer pinned columns. */
export function useGridLayout(): GridLook {
  const [kept, setLayout] = useSetting(stagingLayout);
  const [wanted, setDensity] = useSetting(densitySetting);
  const coarse = useMediaQuery('(pointer: coarse)') ?? false;
  const narrow = useMediaQuery('(max-width: 767px)') ?? false;
  const tablet = useMediaQuery('(max-width: 991px)') ?? false;
  const density = coarse ? 'comfortable' : wanted;
  const pins = narrow ? 1 : tablet ? 2 : kept.start.length;
  const layout: ColumnLayout = {
    ...kept,
    density,
    start: narrow ? kept.start.filter((key) => key === 'providerJobId') : kept.start.slice(0, pins),
  };
  // What a small screen left out stays pinned on a large one.
  const keep = (next: ColumnLayout) => setLayout(pins === kept.start.length ? next : { ...next, start: kept.start });
  return { layout, setLayout: keep, density, setDensity, narrow };
}
