import { expect, type Locator, type Page, test } from 'playwright/test';
import { goTo, named, samples } from './every-screen.ts';

/** Input for a field: a text, an option of a list, tags (each ended with Enter), or a checkbox to tick. */
type Entry = string | { readonly choose: string } | { readonly tags: readonly string[] } | { readonly tick: string };
type Entries = Readonly<Record<string, Entry>>;
type Refusal = { readonly type: Entries; readonly says: string };

/** A noun with a list and a form, with the labels and texts of its screen. */
export type CrudNoun = {
  /** Its folder under `src/features`. */
  readonly noun: string;
  readonly screen: string;
  /** Accessible name of the table. */
  readonly table: string;
  /** A new row: the button, the row's name in the list, and the input. Without `add`, `row` names an existing row. */
  readonly add?: { readonly button: string; readonly name: string; readonly type: Entries };
  readonly row?: string;
  /** Invalid input with its error message, or the reason why no input can be invalid. */
  readonly refuse: Refusal | { readonly nothing: string };
  /** The row's action, the input, the save button, and the resulting text in the row or in the toast. */
  readonly edit: { readonly action?: string; readonly type: Entries; readonly save: string } & (
    | { readonly lists: string }
    | { readonly says: string }
  );
  /** The test also removes the row. */
  readonly remove?: true;
  /** Text of the toast whose Undo reverts the last step: the removal, or without one the edit. */
  readonly undo?: string;
};

/** Tests one noun through its screen: add, refuse, edit, remove, undo. The page must be signed in and show the app. */
export async function crudSpec(page: Page, noun: CrudNoun): Promise<void> {
  const { add, edit, undo } = noun;
  await visit(page, noun.screen);
  if (add) await step('adds', () => added(page, noun, add));
  const name = add?.name ?? noun.row ?? '';
  await step('edits', () => edited(page, noun, name));
  const after = 'lists' in edit && add ? edit.lists : name;
  const undoable = page
    .locator('.toast')
    .filter({ hasText: undo ?? '' })
    .getByRole('button', { name: 'Undo' })
    .last();
  if (noun.remove) {
    await step('removes', async () => {
      await act(page, noun, after, 'Remove');
      await expect(rowOf(page, noun, after)).toBeHidden();
    });
  }
  if (undo === undefined) return;
  await step('undoes', async () => {
    await undoable.click();
    const row = rowOf(page, noun, after);
    await expect(row).toBeVisible();
    if (!noun.remove && 'lists' in edit) await expect(row).not.toContainText(edit.lists);
  });
}

async function added(page: Page, noun: CrudNoun, { button, name, type: entries }: NonNullable<CrudNoun['add']>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await refused(page, noun, entries);
  await saved(page, entries, button);
  // The saved row arrives with the next pull, which can be slow. Retry the search until then.
  await expect(async () => {
    await find(page, name);
    await expect(rowOf(page, noun, name)).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
}

/** Opens a screen and waits until it is shown. Until then, the previous screen would receive the input. */
export async function visit(page: Page, address: string): Promise<void> {
  const [path = ''] = address.split('?');
  const sample = samples.find((each) => each.path === path);
  if (!sample) throw new Error(`no screen is at ${path}`);
  await goTo(page, address);
  await named(page, sample.screen);
  await expect(page.locator('#page-title')).toBeVisible();
}

const step = (words: string, work: () => Promise<void>): Promise<void> => test.step(words, work);
const dialog = (page: Page): Locator => page.getByRole('dialog');

async function refused(page: Page, { refuse }: CrudNoun, typed: Entries): Promise<void> {
  if ('nothing' in refuse) return;
  await type(dialog(page), typed);
  await type(dialog(page), refuse.type);
  await dialog(page).locator('button[type=submit]').click();
  await expect(dialog(page).getByRole('alert').getByText(refuse.says)).toBeVisible();
  // The form keeps its other fields. Clear the invalid ones.
  for (const [label, entry] of Object.entries(typed))
    if (typeof entry === 'string' && !(label in refuse.type)) await expect(field(dialog(page), label)).toHaveValue(entry);
  for (const label of Object.keys(refuse.type)) await field(dialog(page), label).fill('');
}

async function saved(page: Page, typed: Entries, button: string): Promise<void> {
  await type(dialog(page), typed);
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

async function edited(page: Page, noun: CrudNoun, name: string): Promise<void> {
  const { edit, add } = noun;
  if (!add) await find(page, name);
  await act(page, noun, name, edit.action ?? 'Edit');
  // With `add`, the form for the new row has already tested the refusal.
  if (!add) await refused(page, noun, edit.type);
  await saved(page, edit.type, edit.save);
  if ('says' in edit) return expect(page.locator('.toast').filter({ hasText: edit.says }).last()).toBeVisible();
  if (add) await find(page, edit.lists);
  await expect(rowOf(page, noun, add ? edit.lists : name)).toContainText(edit.lists);
}

const rowOf = (page: Page, { table }: CrudNoun, name: string): Locator =>
  page.getByRole('group', { name: table, exact: true }).getByRole('row').filter({ hasText: name });

/** Searches the list for a row, if it has a search box. */
async function find(page: Page, name: string): Promise<void> {
  const search = page.locator('.page-search input');
  if (await search.isVisible()) await search.fill(name);
}

/** Runs an action of a row, by its button or from its menu. */
async function act(page: Page, noun: CrudNoun, name: string, action: string): Promise<void> {
  const row = rowOf(page, noun, name);
  await expect(row).toHaveCount(1);
  const button = row.getByRole('button', { name: `${action} `, exact: false });
  const menu = row.getByRole('button', { name: /^More for / });
  await expect(button.or(menu).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const field = (form: Locator, label: string): Locator =>
  form
    .getByLabel(label, { exact: true })
    .or(form.getByLabel(`${label} (required)`, { exact: true }))
    .and(form.locator('input, textarea'));

async function type(form: Locator, entries: Entries): Promise<void> {
  for (const [label, entry] of Object.entries(entries)) await enterInto(form, label, entry);
}

async function enterInto(form: Locator, label: string, entry: Entry): Promise<void> {
  if (typeof entry === 'string') return field(form, label).fill(entry);
  if ('tick' in entry) {
    const list = form.getByRole('list', { name: label });
    const box = entry.tick === 'the first' ? list.getByRole('checkbox').first() : list.getByLabel(entry.tick, { exact: true });
    return box.check();
  }
  if ('choose' in entry) {
    // A second click on the option would clear it.
    if ((await field(form, label).inputValue()) === entry.choose) return;
    await field(form, label).click();
    return form.page().getByRole('option', { name: entry.choose, exact: true }).click();
  }
  for (const tag of entry.tags) {
    await field(form, label).fill(tag);
    await field(form, label).press('Enter');
  }
}

/** A field of a settings screen without a save button: its place, label, input, and the text that it then shows. */
export type SavedSetting = {
  readonly noun: string;
  readonly screen: string;
  readonly part: string;
  readonly label: string;
  readonly type: string;
  readonly reads: string;
  /** A number above the maximum, and the maximum as the field then shows it. */
  readonly tooMuch: { readonly type: string; readonly reads: string };
};

/** Tests a field of a settings screen: it saves a change, keeps it after a reload, and does not exceed its maximum. */
export async function settingSpec(page: Page, { screen, part, label, type: typed, reads, tooMuch }: SavedSetting): Promise<void> {
  const input = page.getByRole('region', { name: part, exact: true }).getByLabel(label, { exact: true });
  const put = async (text: string) => {
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    await input.fill(text);
    await input.press('Enter');
    return (await answered).status();
  };
  await visit(page, screen);
  expect(await put(typed)).toBe(200);
  await page.reload();
  await expect(input).toHaveValue(reads);
  await put(tooMuch.type);
  await expect(input).toHaveValue(tooMuch.reads);
}
