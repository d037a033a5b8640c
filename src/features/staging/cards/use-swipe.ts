import { useRef, useState } from 'react';
import { actsAtPx, moved, released, type Swipe } from './swipe.ts';

const longPressMs = 500;

type Options = {
  /** Null where the user may not do it. */
  readonly onRight: (() => void) | null;
  readonly onLeft: (() => void) | null;
  readonly onLongPress: () => void;
  readonly onTap: () => void;
};

/** Swipes and long presses of one card. The keyboard and the mouse use its button and its menu. */
export function useSwipe({ onRight, onLeft, onLongPress, onTap }: Options) {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  const from = useRef({ x: 0, y: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The click that follows a swipe or a long press is not a tap. */
  const swallows = useRef(false);
  const end = () => {
    clearTimeout(timer.current);
    setSwipe(null);
  };
  const side = swipe?.kind === 'sideways' && swipe.dx !== 0 ? (swipe.dx > 0 ? ('right' as const) : ('left' as const)) : null;
  const mayGo = side === 'right' ? onRight !== null : onLeft !== null;
  return {
    side: mayGo ? side : null,
    style:
      side && mayGo
        ? { transform: `translateX(${swipe?.dx ?? 0}px)`, opacity: Math.abs(swipe?.dx ?? 0) >= actsAtPx ? 0.85 : 1 }
        : {},
    onClick: () => {
      if (swallows.current) swallows.current = false;
      else onTap();
    },
    handlers: {
      onPointerDown(event: React.PointerEvent) {
        if (event.pointerType === 'mouse') return;
        swallows.current = false;
        from.current = { x: event.clientX, y: event.clientY };
        setSwipe({ kind: 'still', dx: 0 });
        timer.current = setTimeout(() => {
          swallows.current = true;
          setSwipe(null);
          onLongPress();
        }, longPressMs);
      },
      onPointerMove(event: React.PointerEvent) {
        if (!swipe) return;
        const next = moved(swipe, event.clientX - from.current.x, event.clientY - from.current.y);
        if (next.kind !== 'still') clearTimeout(timer.current);
        if (next !== swipe) setSwipe(next);
      },
      onPointerUp() {
        const what = swipe && released(swipe);
        if (swipe && what !== 'tap') swallows.current = true;
        if (what === 'right') onRight?.();
        if (what === 'left') onLeft?.();
        end();
      },
      onPointerCancel: end,
      onContextMenu(event: React.MouseEvent) {
        // A long press on Android opens the browser's menu.
        if (swallows.current || swipe) event.preventDefault();
      },
    },
  };
}
