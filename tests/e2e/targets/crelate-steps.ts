import { expect, type Locator, type Page } from 'playwright/test';
import { crelateCompanies, crelateKey, crelateTitles } from '#server/demo/crelate/crelate-double.ts';
import { doubles } from '#server/demo/doubles.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { confirmIdentity, openSignedIn, synced } from '../../support/app-page.ts';
import { demoService } from '../../support/demo-template.ts';
import { startBehind } from '../../support/start-behind.ts';
import { Wire } from '../../support/wire.ts';

const agency = 'Bayside Travel Nurses';

const companies = [
  'id,name,address,city,state,zip',
  `${crelateCompanies[0]},Lubbock Regional Hospital,12 Oak Street,Lubbock,TX,79401`,
  `${crelateCompanies[1]},Canadian Memorial Hospital,8 Main Street,Canadian,TX,79014`,
].join('\n');
const titles = ['id,name', `${crelateTitles[0]},Intensive Care Unit`, `${crelateTitles[1]},Telemetry`].join('\n');
const jobs = [
  'Job ID,Facility,City,State,Degree,Specialty,Shift,Bill Rate,Start Date,Positions',
  'WALK-1,Lubbock Regional Hospital,Lubbock,TX,Registered Nurse,Intensive Care Unit,12h Nights 19:00-07:00,91,2027-03-04,2',
  'WALK-2,Canadian Memorial Hospital,Canadian,TX,Registered Nurse,Telemetry,12h Nights 19:00-07:00,80,2027-03-11,1',
].join('\n');

/** Gives a file to the page’s upload. */
const upload = (page: Page, name: string, text: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

export const choose = async (page: Page, box: Locator, option: string | RegExp): Promise<void> => {
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).first().click();
};

const tabsOf = (page: Page) => page.getByRole('tablist', { name: 'Parts of the target' });
export const openTab = (page: Page, name: string) => tabsOf(page).getByRole('tab', { name, exact: true }).click();

/** The targets of a customer, the agency unless said otherwise, as an administrator of the provider sees them. */
export async function openTargets(page: Page, address: string, of = agency): Promise<void> {
  await openSignedIn(page, `${address}/customers`, 'provider');
  await synced(page);
  await page.getByRole('link', { name: of }).click();
  await page.getByRole('link', { name: 'Work in this customer' }).click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu
    .getByRole('link', { name: 'Setup' })
    .or(menu.getByRole('button', { name: 'Setup' }))
    .first()
    .click();
  await menu.getByRole('link', { name: 'Targets', exact: true }).click();
}

/** Connects Crelate: it begins in a dry run. Its companies and job titles come from files, because Crelate lists none. */
export async function connectCrelate(
  page: Page,
  crelateAt: string,
  { autoMap, asksFirst = false }: { readonly autoMap: boolean; readonly asksFirst?: boolean },
): Promise<void> {
  await page
    .getByRole('link', { name: 'Add target' })
    .or(page.getByRole('button', { name: 'Add target' }))
    .first()
    .click();
  const form = page.getByRole('region', { name: 'New target' });
  await choose(page, form.getByLabel(/^Type/).first(), 'Crelate');
  await form.getByLabel(/^Name/).fill('Crelate');
  await form.getByLabel(/^API address/).fill(`${crelateAt}/api3`);
  await form.getByLabel(/^API key/).fill(crelateKey);
  await form.getByRole('button', { name: 'Add target' }).click();
  if (asksFirst) await confirmIdentity(page, 'provider');
  await page.locator('main').getByRole('link', { name: 'Crelate', exact: true }).click();
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('Crelate answered. The connection works.')).toBeVisible();
  await openTab(page, 'Posting');
  await expect(page.getByText('Dry run.', { exact: true })).toBeVisible();
  await openTab(page, 'Mapping');
  await expect(page.getByRole('switch', { name: 'Facilities', exact: true })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Degrees', exact: true })).not.toBeChecked();
  if (autoMap) {
    await page.getByRole('switch', { name: /^Auto-map high-confidence matches/ }).click();
    await page.getByRole('button', { name: 'Save mapping' }).click();
  }
  await openTab(page, 'Lists');
  await upload(page, 'companies.csv', companies);
  await expect(page.getByText(/^Clients: /)).toBeVisible();
  await choose(page, page.getByRole('combobox', { name: 'What the file lists' }), 'Specialties');
  await upload(page, 'titles.csv', titles);
  await expect(page.getByText(/^Specialties: /)).toBeVisible();
}

/** Stages two jobs from a file. */
export async function stageJobs(page: Page, address: string): Promise<void> {
  await openSignedIn(page, `${address}/jobupload`, 'sister');
  await synced(page);
  await upload(page, 'jobs.csv', jobs);
  await choose(page, page.getByRole('combobox', { name: /^Source/ }), 'New source…');
  await page.getByRole('textbox', { name: /Name of the new source/ }).fill('Walk vendor');
  await page.getByRole('button', { name: 'Stage 2 jobs' }).click();
  await expect(page.getByText('2 new, 0 changed, 0 already there')).toBeVisible();
  // The preview reads the device, so they must be there before the connection is cut.
  await page.goto(`${address}/staging?view=all`);
  await expect(page.getByRole('row', { name: /WALK-1/ })).toBeVisible();
}

/** A demo service behind a wire that can be cut, which may reach a double of Crelate. `stop` ends all three. */
export async function startWithCrelate() {
  const crelate = doubles.crelate.start();
  const crelateAt = await listenOnLoopback(crelate.server);
  const made = await demoService();
  made.settings = { JOBDOCK_ALLOW_HOSTS: new URL(crelateAt).host };
  const { service, front: wire, address } = await startBehind((port) => new Wire(port), made);
  const stop = async () => {
    await wire.close();
    await service.remove();
    await closeNow(crelate.server);
  };
  return { service, wire, address, crelateAt, stop };
}
