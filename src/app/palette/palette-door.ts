import { createSpotlight } from '@mantine/spotlight';

/** Opens and closes the palette from anywhere in the shell. */
export const [paletteStore, paletteDoor] = createSpotlight();

/** Selects the first item for Enter. Items that arrive after the last keystroke would leave none selected. */
export function chooseFirst(): void {
  const { listId } = paletteStore.getState();
  const list = document.getElementById(listId);
  for (const chosen of list?.querySelectorAll('[data-selected]') ?? []) chosen.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
