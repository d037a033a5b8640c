import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { panned, type View, wholeView, zoomed } from './map-view.ts';
import { type Point, plane } from './state-shapes.ts';

/** A pointer that moved less than this many pixels has clicked. */
const clickPixels = 4;
const wheelStep = 1.002;

/**
 * The part of the map that is shown, and how pointers change it: dragging moves it once it is zoomed, two fingers and the wheel with Ctrl
 * or ⌘ zoom it. `moved` says whether the last press was a drag, so that it opens nothing.
 */
export function useMapView() {
  const svg = useRef<SVGSVGElement>(null);
  const [view, setView] = useState<View>(wholeView);
  const pointers = useRef(new Map<number, Point>());
  const moved = useRef(false);
  const pressedAt = useRef<Point>([0, 0]);

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setView((now) => zoomed(now, wheelStep ** -event.deltaY, pointIn(element, now, [event.clientX, event.clientY])));
    };
    // React listens passively, and the page would zoom along.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    const element = svg.current;
    if (!before || !element) return;
    const now: Point = [event.clientX, event.clientY];
    const [startX, startY] = pressedAt.current;
    const isStill = !moved.current && Math.hypot(now[0] - startX, now[1] - startY) < clickPixels;
    if (isStill || (view.scale === 1 && pointers.current.size < 2)) return;
    moved.current = true;
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      setView((shown) => zoomed(shown, factor, pointIn(element, shown, between(now, other))));
      return;
    }
    const unit = plane.width / element.getBoundingClientRect().width;
    setView((shown) => panned(shown, [((now[0] - before[0]) * unit) / shown.scale, ((now[1] - before[1]) * unit) / shown.scale]));
  };
  const onPointerEnd = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  return {
    svg,
    view,
    setView,
    moved,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (pointers.current.size === 0) {
          moved.current = false;
          pressedAt.current = [event.clientX, event.clientY];
        }
        pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
      },
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onPointerLeave: onPointerEnd,
    },
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** A point of the screen in the plane. */
function pointIn(element: SVGSVGElement, view: View, [clientX, clientY]: Point): Point {
  const box = element.getBoundingClientRect();
  const unit = plane.width / box.width / view.scale;
  return [view.x + (clientX - box.left - box.width / 2) * unit, view.y + (clientY - box.top - box.height / 2) * unit];
}
