import { createSpotlight } from '@mantine/spotlight';

const [store, door] = createSpotlight();
export const paletteStore = store;

/** Opens and closes the palette from anywhere in the shell. */
export const paletteDoor = {
  open(): void {
    keepTyping();
    door.open();
  },
  close: door.close,
  toggle(): void {
    if (paletteStore.getState().opened) door.close();
    else paletteDoor.open();
  },
};

const waitsMs = 2000;
let hear: (typed: string) => void = () => undefined;

/** Who receives what was typed before the palette could take it. */
export const onEarlyTyping = (listener: typeof hear): void => {
  hear = listener;
};

/**
 * Until the palette has the focus, keys would still reach the page below: a quick "ho" after Ctrl K would hold the selected jobs.
 * Keeps them from it, and hands letters to the palette.
 */
function keepTyping(): void {
  let typed = '';
  const isIn = () => document.activeElement?.closest('.palette') != null;
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', keep, true);
    document.removeEventListener('focusin', arrived, true);
    if (typed !== '') hear(typed);
  };
  const keep = (event: KeyboardEvent) => {
    if (isIn()) return stop();
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed += event.key;
  };
  const arrived = () => {
    if (isIn()) stop();
  };
  const timer = setTimeout(stop, waitsMs);
  window.addEventListener('keydown', keep, true);
  document.addEventListener('focusin', arrived, true);
}

/** Selects the first item for Enter. Items that arrive after the last keystroke would leave none selected. */
export function chooseFirst(): void {
  const list = listed();
  for (const chosen of list?.querySelectorAll('[data-selected]') ?? []) chosen.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}

/** Runs the item that the arrows selected; the first one if the list came onto the page after its items were known. */
export function runSelected(): void {
  if (!listed()?.querySelector('[data-selected]')) chooseFirst();
  listed()?.querySelector<HTMLElement>('[data-selected]')?.click();
}

const listed = () => document.getElementById(paletteStore.getState().listId);
