/** A place in a chart: the bar, and the part within it. */
export type Spot = { readonly bar: number; readonly part: number };

/** Where arrow keys lead in a chart. `parts` has the number of parts of each bar, in their order. Null for another key, and at the end. */
export type Walk = (parts: readonly number[], from: Spot, key: string) => Spot | null;

/** Left and right go from part to part, also over the end of a bar; up and down from bar to bar; Home and End to the first and last part. */
export const walkBars: Walk = (parts, { bar, part }, key) => {
  const last = (at: number) => (parts[at] ?? 1) - 1;
  const end = parts.length - 1;
  switch (key) {
    case 'ArrowRight':
      if (part < last(bar)) return { bar, part: part + 1 };
      return bar < end ? { bar: bar + 1, part: 0 } : null;
    case 'ArrowLeft':
      if (part > 0) return { bar, part: part - 1 };
      return bar > 0 ? { bar: bar - 1, part: last(bar - 1) } : null;
    case 'ArrowDown':
      return bar < end ? { bar: bar + 1, part: Math.min(part, last(bar + 1)) } : null;
    case 'ArrowUp':
      return bar > 0 ? { bar: bar - 1, part: Math.min(part, last(bar - 1)) } : null;
    case 'Home':
      return { bar: 0, part: 0 };
    case 'End':
      return { bar: end, part: last(end) };
    default:
      return null;
  }
};

const days: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

/** In a calendar whose weeks are columns: up and down by a day, left and right by a week. */
export const walkDays: Walk = (parts, { bar }, key) => {
  const end = parts.length - 1;
  if (key === 'Home') return { bar: 0, part: 0 };
  if (key === 'End') return { bar: end, part: 0 };
  const to = bar + (days[key] ?? Number.NaN);
  return to >= 0 && to <= end ? { bar: to, part: 0 } : null;
};
