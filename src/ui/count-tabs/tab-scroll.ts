type Span = { readonly left: number; readonly width: number };

/** So much of the neighbors shows that the row goes on. */
const peek = 32;

/** Where a row of tabs scrolls to so that the chosen tab is in sight, with a part of its neighbors; as it is if it already is. */
export function tabScroll(row: Span, tab: Span, scrolled: number): number {
  const start = tab.left - row.left - peek;
  const end = tab.left + tab.width + peek - (row.left + row.width);
  // A tab wider than the row shows its start.
  if (start < 0 || end > start) return Math.max(0, scrolled + start);
  return end > 0 ? scrolled + end : scrolled;
}

/** Brings a tab into sight. Scrolls the row alone, never the page. */
export function showTab(row: Element, tab: Element, behavior: ScrollBehavior): void {
  const left = tabScroll(row.getBoundingClientRect(), tab.getBoundingClientRect(), row.scrollLeft);
  if (left !== row.scrollLeft) row.scrollTo({ left, behavior });
}
