import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { stateKey } from '#domain/job-list/cell-texts.ts';
import { keyOfView, type SavedView } from '#src/entities/report-view/saved-views.ts';
import { density as densitySetting } from '#src/entities/session/device-settings.ts';
import type { ColumnLayout, Density } from '#src/ui/grid/model/column-layout.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { layoutOf } from './views/saved-views.ts';
import { stagingLayout, viewDraft } from './views/view-layouts.ts';

type GridLook = {
  readonly layout: ColumnLayout;
  /** The layout as it is kept and saved, whatever the screen makes of it. */
  readonly kept: ColumnLayout;
  readonly setLayout: (layout: ColumnLayout) => void;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  /** Too narrow for editing: the grid is read-only and jobs open in the panel. */
  readonly narrow: boolean;
};

/** What a phone shows: which job, where, in what state. The panel shows the rest. */
const readingLayout: ColumnLayout = {
  shown: ['providerJobId', 'facility', 'specialty', 'shift', 'billRate', 'startDate', stateKey],
  start: ['providerJobId'],
  end: [],
  widths: { providerJobId: 108, facility: 230 },
  density: 'comfortable',
};
const stay = () => undefined;

/** The column layout, adapted to the screen: tall rows for touch, fewer pinned columns on a small screen. A saved view has its own. */
export function useGridLayout(saved: SavedView | null): GridLook {
  const { kept, setLayout, wanted, setDensity } = useKeptLayout(saved);
  const coarse = useMediaQuery('(pointer: coarse)') ?? false;
  const narrow = useMediaQuery('(max-width: 767px)') ?? false;
  const tablet = useMediaQuery('(max-width: 991px)') ?? false;
  const density = coarse ? 'comfortable' : wanted;
  // Keep the same object while nothing changes: every row renders again for a new layout.
  const layout = useMemo(
    (): ColumnLayout => ({ ...kept, density, start: kept.start.slice(0, tablet ? 2 : kept.start.length) }),
    [kept, density, tablet],
  );
  if (narrow) return { layout: readingLayout, kept, setLayout: stay, density: 'comfortable', setDensity, narrow };
  // Columns that a small screen unpinned stay pinned on a large one.
  const keep = (next: ColumnLayout) => setLayout(tablet && kept.start.length > 2 ? { ...next, start: kept.start } : next);
  return { layout, kept, setLayout: keep, density, setDensity, narrow };
}

/** The layout of the open saved view with what the person changed in it, or the one of the built-in views. */
function useKeptLayout(saved: SavedView | null) {
  const [own, setOwn] = useSetting(stagingLayout);
  const [ownDensity, setOwnDensity] = useSetting(densitySetting);
  const [draft, setDraft] = useSetting(viewDraft);
  const view = saved && keyOfView(saved);
  return useMemo(() => {
    if (!saved || view === null)
      return { kept: { ...own, density: ownDensity }, setLayout: setOwn, wanted: ownDensity, setDensity: setOwnDensity };
    const kept: ColumnLayout = draft?.view === view ? draft.layout : layoutOf(saved.body);
    const setLayout = (layout: ColumnLayout) => setDraft({ view, layout: { ...layout, density: kept.density } });
    const setDensity = (density: Density) => setDraft({ view, layout: { ...kept, density } });
    return { kept, setLayout, wanted: kept.density, setDensity };
  }, [saved, view, own, setOwn, ownDensity, setOwnDensity, draft, setDraft]);
}
