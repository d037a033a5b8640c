/** Pages on either side of the current one (documented). */
const beside = 2;

/** Page numbers for a pager: the first, the last, those around `page`. Null marks a gap. */
export function pageWindow(page: number, last: number): (number | null)[] {
  const around = Array.from({ length: 2 * beside + 1 }, (_, i) => page - beside + i).filter((one) => one > 1 && one < last);
  const shown = last === 1 ? [1] : [1, ...around, last];
  return shown.flatMap((one, i) => {
    const gap = one - (shown[i - 1] ?? one - 1);
    // A gap of one page shows that page: its number is as short as the dots.
    if (gap === 2) return [one - 1, one];
    return gap > 2 ? [null, one] : [one];
  });
}
