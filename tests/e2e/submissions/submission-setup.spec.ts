import { expect, type Locator, type Page, test } from 'playwright/test';
import { listDictionary, saveDictionaryEntry } from '#contract/submissions/dictionaries.ts';
import { listDocumentMappings, listTargetDocuments } from '#contract/submissions/documents.ts';
import { listPairMappings, removePairMapping } from '#contract/submissions/mapping.ts';
import { listPackages } from '#contract/submissions/packages.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn } from '../../support/app-page.ts';
import { fromMenu } from '../../support/open-form.ts';
import { startBehindWire } from '../../support/start-behind.ts';
import { addSubmissionTargets } from '../../support/worlds/submission-lists.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 1000 } });

let targets: { source: number; destination: number };
test.beforeAll(async () => {
  targets = await addSubmissionTargets(`http://127.0.0.1:${behind.service.port}`);
});

/** Closes a dialog in which something was typed: it asks first, and what was typed is still there. */
async function asksBeforeItCloses(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('You have unsaved changes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
}

/** Chooses in a field of one of the three columns. */
async function choose(page: Page, column: string, label: string, name: string): Promise<void> {
  const field = page.getByRole('group', { name: column, exact: true }).getByRole('combobox', { name: label });
  await field.fill(name);
  await page.getByRole('option', { name }).first().click();
}

test('certain mappings are accepted at once and undone; a side is deleted, and the mapping added again with all six choices', async ({
  page,
}) => {
  await openSignedIn(page, `${behind.address}/submissionmapping`, 'administrator');
  const meter = page.getByRole('region', { name: 'How much is mapped' });
  await meter.getByRole('button', { name: 'Accept 4 certain' }).click();
  await expect(meter.getByText('4 of 4 pairs of Our Bullhorn')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(meter.getByText('0 of 4 pairs of Our Bullhorn')).toBeVisible();
  await meter.getByRole('button', { name: 'Accept 4 certain' }).click();
  const row = page.getByRole('row', { name: /Registered Nurse \/ ICU/ });
  await expect(row.getByText('RN / ICU', { exact: true })).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Delete the mapping of Registered Nurse / ICU' });
  await row.getByRole('button', { name: /^Delete…/ }).click();
  await dialog.getByRole('button', { name: 'Delete nothing' }).click();
  await expect(dialog).toBeHidden();
  await expect(meter.getByText('4 of 4 pairs of Our Bullhorn')).toBeVisible();
  await row.getByRole('button', { name: /^Delete…/ }).click();
  await dialog.getByRole('checkbox', { name: 'Source' }).check();
  await dialog.getByRole('button', { name: 'Delete this side' }).click();
  await expect(meter.getByText('3 of 4 pairs of Our Bullhorn')).toBeVisible();

  const add = page.getByRole('button', { name: 'Add mapping' });
  await choose(page, 'Our Bullhorn', 'Degree', 'Registered Nurse');
  await expect(add).toBeDisabled();
  await choose(page, 'Our Bullhorn', 'Specialty', 'ICU');
  await expect(page.getByRole('group', { name: 'Jobdock', exact: true }).getByRole('combobox', { name: 'Degree' })).toHaveValue(
    'RN',
  );
  await add.click();
  await expect(meter.getByText('4 of 4 pairs of Our Bullhorn')).toBeVisible();
});

test('a target is added and set up; its dictionary refuses an entry without an ID; Save of the active targets waits for a change; a package keeps its order', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/submissiontargets`, 'administrator');
  await page.getByRole('button', { name: 'Add target' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add submission target' });
  await dialog.getByRole('combobox', { name: /^System/ }).click();
  await page.getByRole('option', { name: /^Job board by file/ }).click();
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Second board');
  await dialog.getByRole('button', { name: 'Add target' }).click();
  await expect(page.getByRole('heading', { name: 'Second board', level: 1 })).toBeVisible();

  const tabs = page.getByRole('tablist', { name: 'Parts of the submission target' });
  await tabs.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Status of a failed submission' }).fill('Not submitted');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await tabs.getByRole('tab', { name: 'Dictionaries' }).click();
  await page.getByRole('button', { name: 'Add entry' }).click();
  const entry = page.getByRole('dialog', { name: 'Add entry' });
  await entry.getByRole('button', { name: 'Add entry' }).click();
  await expect(entry.getByRole('alert').getByText('External ID can not be empty')).toBeVisible();
  await entry.getByRole('textbox', { name: /^External ID/ }).fill('ACT');
  await entry.getByRole('button', { name: 'Add entry' }).click();
  await expect(page.getByRole('row', { name: /ACT/ })).toBeVisible();

  await page.goto(`${behind.address}/submissiontargetsshort`);
  const save = page.getByRole('button', { name: 'Save active targets' });
  await expect(save).toBeDisabled();
  const second = page.getByRole('switch', { name: 'Second board' });
  await second.click();
  await expect(save).toBeEnabled();
  await second.click();
  await expect(save).toBeDisabled();
  await second.click();
  await save.click();
  await expect(page.getByText('2 targets active')).toBeVisible();

  await page.goto(`${behind.address}/subPackage/edit/-1`);
  await page.getByRole('combobox', { name: /^Target/ }).click();
  await page.getByRole('option', { name: 'Coastal board' }).click();
  for (const name of ['BLS card', 'State license']) {
    await page.getByRole('combobox', { name: /^Add a document/ }).fill(name);
    await page.getByRole('option', { name }).first().click();
  }
  await page.getByRole('button', { name: 'Move State license up' }).click();
  await page.getByRole('button', { name: 'Add package' }).click();
  await page.getByRole('link', { name: 'Every degree and specialty' }).click();
  const documents = page.getByRole('list', { name: 'Documents of the package' }).getByRole('listitem');
  await expect(documents).toHaveText(['State license', 'BLS card']);
});

test('a package that is edited without a connection is stored once when the connection is back', async ({ page }) => {
  await openSignedIn(page, `${behind.address}/subPackage/edit/-1`, 'administrator');
  await page.getByRole('combobox', { name: /^Target/ }).click();
  await page.getByRole('option', { name: 'Coastal board' }).click();
  await page.getByRole('combobox', { name: 'Degree' }).fill('Registered');
  await page.getByRole('option', { name: /Registered Nurse/ }).click();
  await page.getByRole('combobox', { name: /^Add a document/ }).fill('BLS card');
  await page.getByRole('option', { name: /BLS card/ }).click();
  await page.getByRole('button', { name: 'Add package' }).click();
  const link = page.getByRole('link', { name: 'Registered Nurse, every specialty' });
  await expect(link).toBeVisible();

  behind.wire.set({ kind: 'cut' });
  await link.click();
  await page.getByRole('combobox', { name: /^Add a document/ }).fill('State license');
  await page.getByRole('option', { name: /State license/ }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Written without a connection');
  await page.getByRole('button', { name: 'Save package' }).click();
  const row = page.getByRole('row', { name: /Registered Nurse, every specialty/ });
  await expect(row.getByText('Written without a connection')).toBeVisible();

  behind.wire.set({ kind: 'open' });
  const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await api.signIn(...demo.administrator);
  const stored = async () =>
    (await api.call(listPackages, {}))
      .filter(({ degree }) => degree === 'Registered Nurse')
      .map(({ note, documents }) => [note, documents.length]);
  await expect.poll(stored).toEqual([['Written without a connection', 2]]);
});

test('a degree that is mapped without a connection is stored once when the connection is back', async ({ page }) => {
  const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await api.signIn(...demo.administrator);
  const between = { cust: 'me', sourceId: targets.source, targetId: targets.destination };
  const steps = async () =>
    (await api.call(listPairMappings, between)).filter(({ source }) => source?.specialty === 'Long Term Care');
  for (const { source, target } of await steps())
    await api.call(removePairMapping, { cust: 'me', sourceLinkId: source?.id ?? 0, targetLinkId: target?.id ?? 0 });
  await openSignedIn(page, `${behind.address}/submissionmapping`, 'administrator');
  await expect(page.getByText(/proposed with a certainty of/)).toBeVisible();

  behind.wire.set({ kind: 'cut' });
  await choose(page, 'Our Bullhorn', 'Degree', 'Licensed Practical Nurse');
  await choose(page, 'Our Bullhorn', 'Specialty', 'Long Term Care');
  // The pair of the source brings what is proposed for it.
  await choose(page, 'Jobdock', 'Specialty', 'Home Health');
  await page.getByRole('button', { name: 'Add mapping' }).click();
  const row = page.getByRole('row', { name: /Licensed Practical Nurse \/ Long Term Care/ });
  await expect(row.getByText('LPN/LVN / Home Health', { exact: true })).toBeVisible();

  behind.wire.set({ kind: 'open' });
  const stored = async () => (await steps()).map(({ source, target }) => [source?.jrSpecialty, target?.specialty]);
  await expect.poll(stored).toEqual([['Home Health', 'Long Term Care']]);
});

test('a document that is mapped without a connection is stored once, and its deletion, too', { tag: '@long' }, async ({
  page,
}) => {
  const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await api.signIn(...demo.administrator);
  const between = { cust: 'me', sourceId: targets.source, targetId: targets.destination };
  const stored = async () =>
    (await api.call(listDocumentMappings, between))
      .filter(({ source }) => source?.name === 'State license')
      .map(({ jrName, target }) => [jrName, target?.name]);
  await openSignedIn(page, `${behind.address}/submissionmappingdoc`, 'administrator');
  await expect(page.getByRole('button', { name: 'Add mapping' })).toBeVisible();

  behind.wire.set({ kind: 'cut' });
  await choose(page, 'Our Bullhorn', 'Document', 'State license');
  await choose(page, 'Jobdock', 'Document', 'BLS');
  await choose(page, 'Coastal board', 'Document', 'BLS card');
  await page.getByRole('button', { name: 'Add mapping' }).click();
  const row = page.getByRole('row', { name: /State license/ });
  await expect(row.getByText('BLS card', { exact: true })).toBeVisible();
  behind.wire.set({ kind: 'open' });
  await expect.poll(stored).toEqual([['BLS', 'BLS card']]);

  behind.wire.set({ kind: 'cut' });
  await row.getByRole('button', { name: /^Delete…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the mapping of BLS' });
  await dialog.getByRole('checkbox', { name: 'Source' }).check();
  await dialog.getByRole('checkbox', { name: 'Destination' }).check();
  await dialog.getByRole('button', { name: 'Delete both sides' }).click();
  await expect(row).toBeHidden();
  behind.wire.set({ kind: 'open' });
  await expect.poll(stored).toEqual([]);
});

test('on the tabs of a target, a dictionary entry and a document are mapped without a connection, and stored once', async ({
  page,
}) => {
  const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await api.signIn(...demo.administrator);
  const { source, destination } = targets;
  const add = (targetId: number, extId: string, name: string) =>
    api.call(saveDictionaryEntry, { targetId, objectId: 2, extId, name, isDefault: true });
  await add(source, '10', 'Available');
  await add(destination, 'ACT', 'Active');
  await openSignedIn(page, `${behind.address}/submissionTarget/${source}?tab=dictionaries&dictionary=2`, 'administrator');
  const entry = page.getByRole('row', { name: /Available/ });
  await expect(entry.getByText('Default')).toBeVisible();

  behind.wire.set({ kind: 'cut' });
  await entry.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Map to another target…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Map Available' });
  await dialog.getByRole('combobox', { name: /^Destination/ }).click();
  await page.getByRole('option', { name: 'Coastal board' }).click();
  await dialog.getByRole('combobox', { name: /^Caregiver status there/ }).fill('Active');
  await page.getByRole('option', { name: 'Active' }).click();
  await dialog.getByRole('button', { name: 'Save mapping' }).click();
  await expect(entry.getByText('Active (Coastal board)')).toBeVisible();
  await page.getByRole('tab', { name: 'Documents' }).click();
  const document = page.getByRole('row', { name: /State license/ });
  await document.getByRole('button', { name: /^Choose document…/ }).click();
  const form = page.getByRole('dialog', { name: 'Map State license' });
  // The dialog gives it the focus, which would close a list that is open before.
  await expect(form.getByRole('combobox')).toBeFocused();
  await form.getByRole('combobox').fill('Resume');
  await page.getByRole('option', { name: 'Resume' }).click();
  await form.getByRole('button', { name: 'Save mapping' }).click();
  await expect(document.getByText('Resume', { exact: true })).toBeVisible();

  behind.wire.set({ kind: 'open' });
  const stored = async () => [
    (await api.call(listDictionary, { targetId: destination, objectId: 2 })).map(({ name, mappings }) => [name, mappings.length]),
    (await api.call(listTargetDocuments, { target: source, cust: 'me' })).find(({ name }) => name === 'State license')?.jrName,
  ];
  await expect.poll(stored).toEqual([[['Active', 1]], 'Resume']);
  await document.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Remove mapping' }).click();
  await page.getByRole('tab', { name: 'Dictionaries' }).click();
  await page.getByRole('button', { name: 'Remove the mapping to Active (Coastal board)' }).click();
  await expect.poll(stored).toEqual([[['Active', 0]], '']);
});

test('forms of submissions ask before they drop what was typed', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/submissionTarget/${targets.source}?tab=documents`, 'administrator');
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('button', { name: /^Choose document…/ })
    .first()
    .click();
  await dialog.getByRole('combobox').fill('Resume');
  await page.getByRole('option').first().click();
  await asksBeforeItCloses(page, dialog);

  await page.goto(`${behind.address}/submissionTarget/${targets.source}?tab=dictionaries`);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await dialog.getByRole('textbox', { name: /^External ID/ }).fill('PENDING');
  await dialog.getByRole('button', { name: 'Add entry' }).click();
  await fromMenu('Map to another target…')(page);
  await dialog.getByRole('combobox').first().click();
  await page.getByRole('option', { name: 'Coastal board' }).click();
  await asksBeforeItCloses(page, dialog);

  await page.goto(`${behind.address}/submissionmapping`);
  await page
    .getByRole('button', { name: /^Delete…/ })
    .first()
    .click();
  await dialog.getByRole('checkbox').first().check();
  await asksBeforeItCloses(page, dialog);
});

test('an administrator of the provider adds a document to the list of all customers, and a blank name is refused', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/submissionmappingdoc`, 'provider');
  await page.getByRole('button', { name: 'Add Jobdock document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Jobdock document' });
  await dialog.getByRole('button', { name: 'Add Jobdock document' }).click();
  await expect(dialog.getByRole('alert').getByText('Document Name is empty')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Document Name/ }).fill('Fit test of the mask');
  await asksBeforeItCloses(page, dialog);
});

test('without a connection, a target that this device does not hold says so in the documented words', { tag: '@long' }, async ({
  page,
}) => {
  await openSignedIn(page, `${behind.address}/submissionTarget/${targets.source}`, 'administrator');
  await page.getByRole('link', { name: 'All submission targets' }).click();
  await expect(page.getByRole('link', { name: 'Coastal board' })).toBeVisible();
  behind.wire.set({ kind: 'cut' });
  await page.getByRole('link', { name: 'Coastal board' }).click();
  await expect(page.getByText(/^Failed to retrieve Submission Target\./)).toBeVisible();
  behind.wire.set({ kind: 'open' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Coastal board', level: 1 })).toBeVisible();
});
