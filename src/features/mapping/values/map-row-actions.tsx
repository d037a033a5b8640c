import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { spotOf } from '#src/ui/grid/anchored.tsx';
import type { MapTableRow } from '#src/workers/grid/map-table.ts';
import type { MapActions } from './use-map-actions.tsx';

/** Actions on one text: map it, or use one of the rarer actions in the menu. */
export function MapRowActions({ row, actions }: { row: MapTableRow; actions: MapActions }) {
  const button = useRef<HTMLButtonElement>(null);
  const more = actions.forRows([row]).filter(({ allowed, key }) => allowed > 0 && key !== 'map');
  return (
    <span className="map-row-actions">
      <Button
        ref={button}
        size="xs"
        variant="default"
        aria-label={`Map ${row.text}`}
        onClick={() => button.current && actions.pick([row], spotOf(button.current))}
      >
        {row.value.mappedId === null ? 'Map…' : 'Change…'}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More for ${row.text}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(({ key, label }) => (
            <Menu.Item key={key} onClick={() => void actions.act(key, [row])}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
