import { test } from 'playwright/test';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test('shots', async ({ browser }) => {
  test.setTimeout(300_000);
  for (const [who, paths] of [
    ['recruiter', ['/support?questionId=1', '/issues', '/jira/1', '/findJob?job=1']],
    ['provider', ['/supportQuestions', '/issues?whose=all', '/jira/1?customer=2']],
  ] as const) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openSignedIn(page, `${behind.address}${paths[0]}`, who);
    await synced(page);
    for (const path of paths) {
      await goTo(page, path);
      await page.waitForTimeout(1500);
      const name = `${who}-${path.replaceAll(/\W+/g, '_')}`;
      for (const [w, h] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width: w, height: h });
        await page.waitForTimeout(300);
        await page.screenshot({ path: `/tmp/tickets-shots/${name}-${w}.png`, fullPage: false });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForTimeout(200);
      await page.screenshot({ path: `/tmp/tickets-shots/${name}-dark.png` });
      await page.emulateMedia({ colorScheme: 'light' });
    }
    if (who === 'recruiter') {
      await goTo(page, '/staging?view=all&open=job:5');
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/tickets-shots/panel.png` });
      await page.getByRole('button', { name: /More/ }).last().click();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/tickets-shots/panel-menu.png` });
      await page
        .getByRole('menuitem', { name: /Request support/ })
        .click({ timeout: 3000 })
        .catch(() => undefined);
      await page.waitForTimeout(1000);
      await page.screenshot({ path: `/tmp/tickets-shots/panel-support.png` });
    }
    await context.close();
  }
});
