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

const stops = '[data-spot][tabindex="0"]';

/**
 * One stop for Tab in a chart, and arrow keys from part to part. `spot` gives a part its place. The stop moves in the document alone: a
 * chart that is drawn again while a part is pressed would lose the press and the focus.
 */
export function useWalk({ bars }: Pick<DrawnChart, 'bars'>, walk: Walk, room: { readonly current: Element | null }) {
  useEffect(() => {
    const isReached = room.current?.querySelector(stops);
    if (!isReached) room.current?.querySelector('[data-spot]')?.setAttribute('tabindex', '0');
  });
  return {
    spot: (bar: number, part: number) => ({ 'data-spot': nameOf({ bar, part }), tabIndex: bar === 0 && part === 0 ? 0 : -1 }),
    handlers: {
      onFocus: ({ target, currentTarget }: FocusEvent) => {
        const part = target.closest('[data-spot]');
        if (!part) return;
        for (const stop of currentTarget.querySelectorAll(stops)) stop.setAttribute('tabindex', '-1');
        part.setAttribute('tabindex', '0');
      },
      onKeyDown: (event: KeyboardEvent) => {
        const parts = bars.map((bar) => Math.max(1, bar.parts.length));
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
