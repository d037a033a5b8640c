import { ActionIcon } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';

type FilterButtonProps = { readonly isOpen: boolean; readonly onToggle: () => void };

/** Opens and closes the filter beside the grid. */
export function FilterButton({ isOpen, onToggle }: FilterButtonProps) {
  useHotkeys([{ keys: 'q', words: 'Filter panel', group: 'Staging', run: onToggle }]);
  return (
    <ActionIcon
      aria-label="Filter"
      aria-pressed={isOpen}
      data-tip="Filter (q)"
      variant={isOpen ? 'light' : 'subtle'}
      onClick={onToggle}
    >
      <IconFilter size={18} aria-hidden="true" />
    </ActionIcon>
  );
}
