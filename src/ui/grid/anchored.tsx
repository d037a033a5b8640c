import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';

export type Spot = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

export const spotOf = (element: Element): Spot => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};

/** The screen position for a popover: the cell element itself may be recycled while the popover is open. */
export function SpotTarget({ spot, ref }: { spot: Spot; ref?: React.Ref<HTMLSpanElement> }) {
  return <span ref={ref} aria-hidden="true" style={{ position: 'fixed', pointerEvents: 'none', ...spot }} />;
}

type AnchoredProps = {
  readonly spot: Spot;
  readonly label: string;
  readonly width: number | 'auto';
  readonly onClose: () => void;
  readonly trapFocus: boolean;
  readonly children: ReactNode;
};

/** Something that opens at a cell: a picker, a card. Escape or a click outside closes it. */
export function Anchored({ spot, label, width, onClose, trapFocus, children }: AnchoredProps) {
  return (
    <Popover
      opened
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      offset={4}
      width={width === 'auto' ? 'max-content' : width}
      trapFocus={trapFocus}
      shadow="md"
      radius={8}
      withinPortal
      // If neither side has room, it covers the cell rather than leave the window.
      middlewares={{ flip: true, shift: { padding: 8, crossAxis: true } }}
    >
      <Popover.Target>
        <SpotTarget spot={spot} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
