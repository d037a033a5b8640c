import { Menu } from '@mantine/core';
import { type Spot, SpotTarget } from './anchored.tsx';
import { type ColumnLayout, withPin, withShown } from './model/column-layout.ts';
import type { GridColumn } from './model/grid-column.ts';
import type { GridProps } from './model/grid-props.ts';

export type MenuAt = { readonly column: GridColumn; readonly spot: Spot };

type HeaderMenuProps = MenuAt &
  Pick<GridProps, 'layout' | 'onLayout' | 'sort' | 'onSort' | 'onFilterBy' | 'group' | 'onGroup' | 'onOpenGroup'> & {
    readonly onClose: () => void;
  };

// Mantine's default list includes keydown: the key that opens the menu would also close it.
const outside = ['mousedown', 'touchstart'];

/** The menu of a column header. */
export function HeaderMenu({ column, spot, layout, onLayout, sort, onSort, onFilterBy, onClose, ...groups }: HeaderMenuProps) {
  const key = column.sortBy;
  const set = (next: ColumnLayout) => () => onLayout(next);
  const others = sort.filter((s) => s.key !== key);
  const pin = layout.start.includes(column.key) ? 'start' : layout.end.includes(column.key) ? 'end' : null;
  return (
    <Menu
      opened
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      offset={2}
      width={220}
      withinPortal
      clickOutsideEvents={outside}
    >
      <Menu.Target>
        <SpotTarget spot={spot} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{column.label}</Menu.Label>
        {key && <Menu.Item onClick={() => onSort([{ key, descending: false }])}>Sort ascending</Menu.Item>}
        {key && <Menu.Item onClick={() => onSort([{ key, descending: true }])}>Sort descending</Menu.Item>}
        {key && others.length > 0 && (
          <Menu.Item onClick={() => onSort([...others, { key, descending: false }])}>Then sort by this</Menu.Item>
        )}
        {key && sort.length > others.length && <Menu.Item onClick={() => onSort(others)}>Do not sort by this</Menu.Item>}
        <Menu.Item onClick={() => onFilterBy(column, null, false)}>Filter…</Menu.Item>
        <GroupItems column={column} {...groups} />
        <Menu.Divider />
        {pin !== 'start' && <Menu.Item onClick={set(withPin(layout, column.key, 'start'))}>Pin left</Menu.Item>}
        {pin !== 'end' && <Menu.Item onClick={set(withPin(layout, column.key, 'end'))}>Pin right</Menu.Item>}
        {pin !== null && <Menu.Item onClick={set(withPin(layout, column.key, null))}>Unpin</Menu.Item>}
        <Menu.Item onClick={set(withShown(layout, column.key, false))}>Hide column</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const mostGroups = 2;

/** Grouping by a column: as the only one, or inside the groups that there are. */
function GroupItems({
  column,
  group = [],
  onGroup,
  onOpenGroup,
}: Pick<HeaderMenuProps, 'column' | 'group' | 'onGroup' | 'onOpenGroup'>) {
  const key = column.groupBy?.key;
  if (!onGroup) return null;
  const others = group.filter((each) => each !== key);
  return (
    <>
      {key !== undefined && <Menu.Divider />}
      {key !== undefined && group[0] !== key && <Menu.Item onClick={() => onGroup([key])}>Group by this</Menu.Item>}
      {key !== undefined && group.length > 0 && !group.includes(key) && (
        <Menu.Item onClick={() => onGroup([...group.slice(0, mostGroups - 1), key])}>Then group by this</Menu.Item>
      )}
      {key !== undefined && group.includes(key) && <Menu.Item onClick={() => onGroup(others)}>Do not group by this</Menu.Item>}
      {group.length > 0 && <Menu.Item onClick={() => onOpenGroup?.('all', true)}>Open all groups</Menu.Item>}
      {group.length > 0 && <Menu.Item onClick={() => onOpenGroup?.('all', false)}>Close all groups</Menu.Item>}
    </>
  );
}
