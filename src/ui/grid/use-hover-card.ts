import { useCallback, useEffect, useRef, useState } from 'react';
import { type Spot, spotOf } from './anchored.tsx';

export type CardAt = {
  readonly row: number;
  readonly col: number;
  readonly part: string | null;
  readonly spot: Spot;
  readonly pinned: boolean;
};

const openAfterMs = 250;
const closeAfterMs = 180;

/**
 * One card for the whole grid. It opens over the element that the pointer rests on, stays while the pointer is in it, and
 * closes on scroll. A card opened by key is `pinned` and stays until Escape.
 */
export function useHoverCard() {
  const [card, setCard] = useState<CardAt | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const over = useRef<Element | null>(null);

  const later = useCallback((ms: number, run: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, ms);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    over.current = null;
    setCard(null);
  }, []);

  const rest = useCallback(
    (target: Element | null, at: Omit<CardAt, 'spot' | 'pinned'> | null) => {
      if (target === over.current) return;
      over.current = target;
      if (target && at) later(openAfterMs, () => target.isConnected && setCard({ ...at, spot: spotOf(target), pinned: false }));
      else later(closeAfterMs, () => setCard((now) => (now?.pinned ? now : null)));
    },
    [later],
  );

  const pin = useCallback((target: Element, at: Omit<CardAt, 'spot' | 'pinned'>) => {
    clearTimeout(timer.current);
    setCard({ ...at, spot: spotOf(target), pinned: true });
  }, []);

  /** The pointer is in the card. */
  const keep = useCallback(() => clearTimeout(timer.current), []);
  return { card, rest, pin, hide, keep };
}
