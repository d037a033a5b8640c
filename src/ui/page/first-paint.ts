/** What a person did in the sign-in form of the first paint, before the app's code was there. */
type Typed = { readonly fields: ReadonlyMap<string, string>; readonly focused: string; readonly pressed: string };
let typed: Typed | null = null;

const shown = (): string | undefined => document.documentElement.dataset['firstPaint'];

/** Whether the page shows the sign-in form of its first paint. */
export const showsSignIn = (): boolean => shown() !== undefined;

/**
 * Ends the first paint as soon as the app shows anything but its logo. The sign-in screen ends it by itself before that, without a
 * moment in which typing would be lost; this is for every other case, such as an error.
 */
export function endFirstPaintWith(root: HTMLElement): void {
  // Where someone is signed in, the form is in the page but was never shown.
  if (!showsSignIn()) return endFirstPaint();
  const watch = new MutationObserver(() => {
    if (!root.querySelector(':scope > :not(.start)')) return;
    watch.disconnect();
    endFirstPaint();
  });
  watch.observe(root, { childList: true });
}

/** Removes the form of the first paint. What was typed into it waits for `resumeSignIn`. */
function endFirstPaint(): void {
  const page = document.getElementById('first-paint');
  if (!page) return;
  if (showsSignIn()) typed = typedInto(page);
  page.remove();
  delete document.documentElement.dataset['firstPaint'];
}

function typedInto(page: HTMLElement): Typed {
  const inputs = [...page.querySelectorAll('input')];
  return {
    fields: new Map(inputs.map((input) => [input.name, input.value])),
    focused: inputs.find((input) => input === document.activeElement)?.name ?? '',
    pressed: shown() ?? '',
  };
}

/** Fills the app's own sign-in form with what was typed so far, puts the focus where it was, and presses the button that was pressed. */
export function resumeSignIn(form: HTMLFormElement): void {
  endFirstPaint();
  if (!typed) return;
  const { fields, focused, pressed } = typed;
  typed = null;
  const inputs = [...form.querySelectorAll('input')];
  for (const input of inputs) input.value = fields.get(input.name) ?? '';
  inputs.find((input) => input.name === focused)?.focus();
  form.querySelector<HTMLButtonElement>(`button[name='${pressed}']`)?.click();
}
