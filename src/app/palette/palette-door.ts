import { createSpotlight } from '@mantine/spotlight';

/** Opens and closes the palette from anywhere in the frame. */
export const [paletteStore, paletteDoor] = createSpotlight();

/** Marks the first item as the one that Enter takes: items that come later than the typing would leave none marked. */
export function chooseFirst(): void {
  const { listId } = paletteStore.getState();
  const list = document.getElementById(listId);
  for (const chosen of list?.querySelectorAll('[data-selected]') ?? []) chosen.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
