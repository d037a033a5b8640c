/** The selected words of an element whose text is shown as it is; null if nothing of it is selected. */
export function selectedIn(root: HTMLElement): string | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.startContainer) || !root.contains(range.endContainer)) return null;
  const words = range.toString().trim();
  return words === '' ? null : words;
}

/** Where the selection ends, as a number of characters from the start of the element. */
export function endOfSelection(root: HTMLElement): number {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0 || !root.contains(selection.focusNode)) return 0;
  const before = document.createRange();
  before.selectNodeContents(root);
  const range = selection.getRangeAt(0);
  before.setEnd(range.endContainer, range.endOffset);
  return before.toString().length;
}

/** Puts the caret behind so many characters of an element. */
export function placeCaret(root: HTMLElement, at: number): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = at;
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { length } = node.textContent ?? '';
    if (left <= length) return document.getSelection()?.collapse(node, left);
    left -= length;
  }
  document.getSelection()?.collapse(root, 0);
}
