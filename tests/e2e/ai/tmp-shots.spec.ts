import { test } from 'playwright/test';
import { openSignedIn } from '../../support/app-page.ts';
import { shareBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });
const behind = shareBehindWire();
const views = [
  ['models', '/aimodels'],
  ['engines', '/aimodels?show=engines'],
  ['calls', '/aimodels?show=calls'],
  ['prompts', '/aiprompts'],
  ['new', '/aiprompts/new'],
  ['prompt', '/aiprompts/3'],
  ['settings', '/systemsettings'],
] as const;
test('shots', async ({ page }) => {
  test.setTimeout(600_000);
  page.on('console', (m) => m.type() === 'error' && console.log(m.text()));
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  await openSignedIn(page, `${behind.address}/aiprompts/3`, 'provider');
  const panel = page.getByRole('region', { name: 'Test', exact: true });
  for (const text of ['Which floor is meant? Fourth floor west', 'Which rate? 92.50 an hour']) {
    await panel.getByRole('textbox', { name: /^Text/ }).fill(text);
    await panel.getByRole('button', { name: 'Test prompt' }).click();
    await page.waitForTimeout(1200);
  }
  await page.screenshot({ path: '/tmp/models-shots/tested.png', fullPage: true });
  for (const scheme of ['light', 'dark'] as const)
    for (const [w, h] of [[1440, 900], [1024, 768], [390, 844]] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: w, height: h });
      for (const [name, path] of views) {
        if (scheme === 'dark' && w === 1024) continue;
        await page.goto(`${behind.address}${path}`);
        await page.waitForTimeout(900);
        await page.screenshot({ path: `/tmp/models-shots/${name}-${w}-${scheme}.png`, fullPage: name !== 'settings' });
      }
    }
});
