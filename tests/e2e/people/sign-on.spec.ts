import { expect, type Page, test } from 'playwright/test';
import { demo } from '../../support/api-client.ts';
import { runOn } from '../../support/engine/test-engine.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block' });

const [recruiter] = demo.recruiter;
const offer = 'Continue with Harborview Staffing’s sign-on';

/** Types an address, takes the offer, and chooses who signs in at the provider. */
async function signOn(page: Page, email: string, name: string): Promise<void> {
  await page.getByLabel('User name').fill(email);
  await page.getByRole('button', { name: offer }).click();
  await page.getByRole('button', { name: `Sign in as ${name}` }).click();
}

test('the agency’s sign-on is offered by the domain of the typed address, and leads to the screen that was wanted', async ({
  page,
}) => {
  await page.goto(`${behind.address}/preferences`);
  await page.getByLabel('User name').fill('somebody@elsewhere.example');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('button', { name: offer })).toHaveCount(0);
  await signOn(page, recruiter, 'Ann Reyes');
  await expect(page.getByRole('heading', { name: 'Preferences', level: 1 })).toBeVisible({ timeout: 60_000 });
  expect(new URL(page.url()).search).toBe('');
  // The session is the same as after a password: it survives a reload.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Preferences', level: 1 })).toBeVisible({ timeout: 60_000 });
});

const card = (page: Page) => page.getByRole('region', { name: 'Second factor' });

/** Opens the question who uses the page, for a person without a password, and signs in at the provider in the window that it opens. */
async function confirmAtProvider(page: Page, prepare: (popup: Page) => Promise<void> = async () => undefined): Promise<Page> {
  await card(page).getByRole('button', { name: 'Set up an app' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it is you' });
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Open my agency’s sign-on' }).click();
  const popup = await opened;
  await prepare(popup);
  await popup.getByRole('button', { name: 'Sign in as Ann Reyes' }).click();
  return popup;
}

for (const [way, isHeard] of [
  ['at once', true],
  ['with the button, where the other window is not heard', false],
] as const) {
  test(`a person without a password confirms in a window at the agency’s sign-on; the change goes on ${way}`, {
    tag: '@long',
  }, async ({ page }) => {
    await runOn(behind.service.databaseUrl(), `update sign_in set password_hash = null where email = '${recruiter}'`);
    await page.goto(`${behind.address}/preferences`);
    await signOn(page, recruiter, 'Ann Reyes');
    const silence = () => {
      BroadcastChannel.prototype.postMessage = () => undefined;
    };
    const popup = await confirmAtProvider(page, async (opened) => void (isHeard || (await opened.addInitScript(silence))));
    const question = page.getByRole('dialog', { name: 'Confirm it is you' });
    if (!isHeard) {
      // The window closes itself when it can, maybe while it is looked at.
      const confirmed = () => popup.getByRole('heading', { name: 'Confirmed' }).isVisible();
      await expect.poll(() => popup.isClosed() || confirmed().catch(() => popup.isClosed())).toBe(true);
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'I have signed in there' }).click();
    }
    await expect(question).toBeHidden();
    await expect(card(page).getByLabel('6-digit code')).toBeVisible();
  });
}

test('a refused sign-in at the provider says why and leads back to sign-in', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${behind.address}/agency-sign-on?code=made-up&state=in.made-up`);
  await expect(page.getByRole('alert')).toContainText('began in another browser');
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
});
