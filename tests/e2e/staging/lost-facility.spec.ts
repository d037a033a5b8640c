import { expect, type Page, test } from 'playwright/test';
import { messages } from '#contract/kit/messages.ts';
import { searchParentClients } from '#contract/mapping/facility-add.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, synced, uploadJobs } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const name = 'Copper Lantern Medical Center';

/** Clients of that name in the agency's ATS. Its search lists a new client after two seconds. */
async function clientsThere(): Promise<number> {
  const api = new ApiClient(behind.address);
  await api.signIn(...demo.administrator);
  return (await api.call(searchParentClients, { cust: 'me', term: name })).data.length;
}

async function fillIn(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: /^Add facility to/ });
  await form.getByRole('textbox', { name: 'Facility' }).fill(name);
  await form.getByLabel('City').fill('Reno');
  await form.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Nevada' }).click();
  await form.getByLabel('Contact first name').fill('Dana');
  await form.getByRole('combobox', { name: 'Segment' }).click();
  await page.getByRole('option', { name: 'Acute care', exact: true }).click();
}

test('a facility whose answer was lost on the way ends in one client, chosen by the user', async ({ page }) => {
  await openSignedIn(page, `${behind.address}/mapfacility?view=table`, 'administrator');
  await synced(page);
  let carriedOut = 0;
  await page.route('**/api/map/clientadd/**', async (route) => {
    if (carriedOut > 0) return route.continue();
    const answer = await route.fetch();
    carriedOut = answer.status();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Add facility' }).click();
  const form = page.getByRole('dialog', { name: /^Add facility to/ });
  await expect(form.getByText(/accepts no client without a contact and Segment/)).toBeVisible();
  await fillIn(page);
  await form.getByRole('button', { name: 'Add facility' }).click();
  await expect(form.getByText('it is not known whether the facility was added')).toBeVisible();
  // The service did carry it out; nothing typed is lost, and no button invites a second client.
  expect(carriedOut).toBe(200);
  await expect(form.getByRole('textbox', { name: 'Facility' })).toHaveValue(name);
  await expect(form.getByRole('button', { name: 'Create anyway' })).toBeHidden();
  await form.getByRole('button', { name: 'Add facility' }).click();
  await form.getByRole('button', { name: new RegExp(`^Use ${name}`) }).click();
  await expect(form).toBeHidden();
  await expect.poll(clientsThere, { intervals: [1000] }).toBe(1);

  // The next facility begins with the segment of this one.
  await page.getByRole('button', { name: 'Add facility' }).click();
  await expect(form.getByRole('combobox', { name: 'Segment' })).toHaveValue('Acute care');
  await expect(form.getByText('As in the facility you added last')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});

test('a staged job’s facility is added under a parent client, and the picker goes down to it', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const text = 'Silver Fern Pavilion';
  const header = 'Job ID,Title,Facility,Address,City,State,Zip,Degree,Specialty,Shift';
  await uploadJobs(request, behind.address, `${header}\nFERN-1,Nurse,${text},12 Quail Rd,Reno,NV,89501,RN,ICU,Nights\n`);
  await openSignedIn(page, `${behind.address}/staging?view=all&q=FERN-1`, 'administrator');
  await synced(page);
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('e');
  const panel = page.locator('.side-panel');
  await panel.getByRole('tab', { name: 'Mapping' }).click();
  const facility = panel.locator('.job-kind').filter({ hasText: text });
  const picker = page.getByRole('dialog', { name: 'Map facility' });
  await facility.getByRole('button', { name: 'Map…' }).click();
  // No client of the demo belongs to another, so there are no levels yet.
  await expect(picker.getByRole('option').first()).toBeVisible();
  await expect(picker.getByRole('group', { name: 'Level' })).toBeHidden();
  await picker.getByRole('button', { name: 'Add facility…' }).click();

  const form = page.getByRole('dialog', { name: /^Add facility to/ });
  for (const [label, value] of [
    ['Facility', text],
    ['Address', '12 Quail Rd'],
    ['City', 'Reno'],
    ['Zip', '89501'],
  ] as const)
    await expect(form.getByRole('textbox', { name: new RegExp(`^${label}`) })).toHaveValue(value);
  await form.getByLabel('Contact first name').fill('Dana');
  await form.getByRole('combobox', { name: 'Segment' }).click();
  await page.getByRole('option', { name: 'Acute care', exact: true }).click();
  await form.getByRole('textbox', { name: 'Parent client' }).fill('999999999');
  await form.getByRole('button', { name: 'Find' }).click();
  await expect(form.getByText(messages.noParentClient({ id: '999999999' }))).toBeVisible();
  await form.getByRole('textbox', { name: 'Parent client' }).fill('a');
  await form.getByRole('button', { name: 'Find' }).click();
  const found = form.locator('.facility-parent li');
  await expect(found).toHaveCount(10);
  const parent = await found.first().getByRole('button').innerText();
  await found.first().getByRole('button').click();
  await form.getByRole('button', { name: 'Add facility' }).click();
  await expect(form).toBeHidden();
  await expect(facility.locator('b').first()).toHaveText(text);

  await facility.getByRole('button', { name: 'Change…' }).click();
  const levels = picker.getByRole('group', { name: 'Level' });
  await levels.getByRole('button', { name: 'Level 1' }).click();
  await picker.getByRole('combobox').fill(parent);
  const under = picker.getByRole('option').filter({ has: page.locator('[data-down]') });
  await expect(under).toHaveCount(1);
  await under.locator('[data-down]').click();
  await expect(levels.getByText(`Under ${parent}`)).toBeVisible();
  await expect(picker.getByRole('option')).toHaveCount(1);
  await expect(picker.getByRole('option')).toContainText(text);
  await levels.getByRole('button', { name: 'Up' }).click();
  await expect(levels.getByRole('button', { name: 'Level 1', pressed: true })).toBeVisible();
});
