import { type Point, plane } from './state-shapes.ts';

/** What part of the plane is shown: `scale` 1 shows all of it. The point (x, y) of the plane is in the middle. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };

const middle = { x: plane.x + plane.width / 2, y: plane.y + plane.height / 2 };
export const wholeView: View = { scale: 1, ...middle };
export const mostZoom = 8;

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The view within the plane: nothing beside the map is shown. */
function inside({ scale, x, y }: View): View {
  const [halfWidth, halfHeight] = [plane.width / scale / 2, plane.height / scale / 2];
  return {
    scale,
    x: between(x, plane.x + halfWidth, plane.x + plane.width - halfWidth),
    y: between(y, plane.y + halfHeight, plane.y + plane.height - halfHeight),
  };
}

/** Zooms by a factor, from 1 to 8. The point `at` of the plane stays where it is on the screen. */
export function zoomed(view: View, factor: number, at: Point = [view.x, view.y]): View {
  const scale = between(view.scale * factor, 1, mostZoom);
  const kept = view.scale / scale;
  return inside({ scale, x: at[0] + (view.x - at[0]) * kept, y: at[1] + (view.y - at[1]) * kept });
}

/** Moves the map by a distance in the plane. */
export const panned = (view: View, [dx, dy]: Point): View => inside({ ...view, x: view.x - dx, y: view.y - dy });

/** The view with a point in sight: in the middle if it was not. */
export function showing(view: View, [x, y]: Point): View {
  const isSeen =
    Math.abs(x - view.x) < (plane.width / view.scale) * 0.45 && Math.abs(y - view.y) < (plane.height / view.scale) * 0.45;
  return isSeen ? view : inside({ ...view, x, y });
}

/** The view as the transformation of what is drawn in the plane. */
export const transformOf = ({ scale, x, y }: View): string =>
  `translate(${middle.x - x * scale} ${middle.y - y * scale}) scale(${scale})`;
