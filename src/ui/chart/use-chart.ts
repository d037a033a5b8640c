import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DrawnChart } from '#domain/reports/charts/drawn-chart.ts';
import type { Spot, Walk } from './walk.ts';

/** The width of an element in whole pixels, and again when it changes; 0 until it is known. */
export function useWidth<E extends Element>() {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

const nameOf = ({ bar, part }: Spot): string => `${bar},${part}`;

/** One stop for Tab in a chart, and arrow keys from part to part. `spot` gives a part its place. */
export function useWalk({ bars }: Pick<DrawnChart, 'bars'>, walk: Walk) {
  const [stop, setStop] = useState<Spot>({ bar: 0, part: 0 });
  const parts = bars.map((bar) => Math.max(1, bar.parts.length));
  const isThere = stop.part < (parts[stop.bar] ?? 0);
  const current = nameOf(isThere ? stop : { bar: 0, part: 0 });
  return {
    spot: (bar: number, part: number) => {
      const name = nameOf({ bar, part });
      return { 'data-spot': name, tabIndex: name === current ? 0 : -1 };
    },
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const spot = spotOf(target);
        if (spot) setStop(spot);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const from = event.altKey || event.ctrlKey || event.metaKey ? null : spotOf(event.target);
        const to = from && walk(parts, from, event.key);
        if (!to) return;
        event.preventDefault();
        event.currentTarget.querySelector<SVGElement>(`[data-spot="${nameOf(to)}"]`)?.focus();
      },
    },
  };
}

function spotOf(target: EventTarget): Spot | null {
  const name = target instanceof Element ? target.closest('[data-spot]')?.getAttribute('data-spot') : null;
  const [bar, part] = (name ?? '').split(',').map(Number);
  return bar === undefined || part === undefined || Number.isNaN(bar) || Number.isNaN(part) ? null : { bar, part };
}
