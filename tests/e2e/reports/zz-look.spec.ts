import { expect, test } from 'playwright/test';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
test('look', async ({ page, browser }) => {
  test.setTimeout(200_000);
  await openSignedIn(page, `${behind.address}/dashboard`, 'administrator');
  await synced(page);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Request export…' })).toBeVisible();
  const { violations } = await (await audit(page)).analyze();
  for (const v of violations)
    console.log(v.id, v.nodes.map((n) => n.html.slice(0, 300)).join('\n   '), v.nodes[0]?.failureSummary);
  for (const [w, scheme] of [
    [1440, 'light'],
    [1024, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: w, height: 800 });
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/dash-${w}.png` });
  }
  await goTo(page, '/export/99');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/other.png' });
  const other = await browser.newPage();
  await openSignedIn(other, `${behind.address}/editcustomer/2`, 'provider');
  await other.waitForTimeout(3000);
  await other.screenshot({ path: '/tmp/customer.png' });
  await other.getByRole('link', { name: 'Export', exact: true }).click();
  await other.waitForTimeout(3000);
  await other.screenshot({ path: '/tmp/customer-export.png' });
});
