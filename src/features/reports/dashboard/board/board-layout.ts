import type { DashboardLayout } from '#contract/people/users.ts';

/** The cards in the person's order. A card that the order does not know, such as a new one, follows the card that it usually follows. */
export function orderOf(ids: readonly string[], { order }: Pick<DashboardLayout, 'order'>): readonly string[] {
  const placed = [...new Set(order)].filter((id) => ids.includes(id));
  for (const [i, id] of ids.entries()) {
    if (!placed.includes(id)) placed.splice(placed.indexOf(ids[i - 1] ?? '') + 1, 0, id);
  }
  return placed;
}

/** The layout with a card right before or after another one. */
export function placed(
  ids: readonly string[],
  layout: DashboardLayout,
  id: string,
  side: 'before' | 'after',
  other: string,
): DashboardLayout {
  const rest = orderOf(ids, layout).filter((one) => one !== id);
  const at = rest.indexOf(other);
  if (id === other || at < 0) return layout;
  return { ...layout, order: rest.toSpliced(side === 'before' ? at : at + 1, 0, id) };
}

const withoutId = (list: readonly string[], id: string): string[] => list.filter((one) => one !== id);

/** The layout with a card folded, or open again. */
export const folded = (layout: DashboardLayout, id: string, isFolded: boolean): DashboardLayout => ({
  ...layout,
  closed: isFolded ? [...withoutId(layout.closed, id), id] : withoutId(layout.closed, id),
});

/** The layout without a card, or with it again, where it was. */
export const removed = (layout: DashboardLayout, id: string, isRemoved: boolean): DashboardLayout => ({
  ...layout,
  removed: isRemoved ? [...withoutId(layout.removed, id), id] : withoutId(layout.removed, id),
});
