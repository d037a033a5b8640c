import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { MoveList } from './move-list.tsx';
import { ParentList } from './parent-list.tsx';

const tabs = [
  ['links', 'Links'],
  ['moves', 'Moved sources'],
] as const;

/** `/link`: parents and their children, and the moves of sources between them. */
export function ParentsScreen() {
  const tab = useTab('tab', tabs);
  const row = <TabRow label="Parents and children" tabs={tabs} tab={tab} />;
  return tab[0] === 'links' ? <ParentList tabs={row} onMoving={() => tab[1]('moves')} /> : <MoveList tabs={row} />;
}
