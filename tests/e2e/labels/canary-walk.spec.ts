import { expect, type Page, test } from 'playwright/test';
import { copyLabels, listLabelCustomers, saveLabel } from '#contract/system/labels.ts';
import { labeled } from '#domain/fields/label-words.ts';
import { catalogueFields } from '#domain/job-list/catalogue-fields.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { atRest, enter, goTo, type Sample, samples, samplesFor, showing } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';
import { allowedWords, isAllowed } from './allowed-words.ts';

test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

const behind = startBehindWire();

const keys = new Set(labeled.map(({ key }) => key));
/** Every usual name of what has a label: that of the catalog, the short ones of grid and panel, and plurals. */
const usual: ReadonlySet<string> = new Set([
  ...labeled.flatMap((one) => [one.default.one, one.default.many]),
  ...jobFields.filter(({ key }) => keys.has(key)).map(({ label }) => label),
  ...catalogueFields.filter(({ field }) => keys.has(field)).map(({ label }) => label),
]);

/** Gives everything a new name, for every customer. */
async function rename(): Promise<void> {
  const provider = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await provider.signIn(...demo.provider);
  const [first, ...others] = await provider.call(listLabelCustomers, {});
  const set = (customerId: number) => ({ customerId, targetId: 0, industryId: 0 });
  for (const { key } of labeled)
    await provider.call(saveLabel, { ...set(first?.id ?? 0), key, value: `Qz ${key}`, plural: `Qz ${key} several` });
  for (const { id } of others) await provider.call(copyLabels, { from: set(first?.id ?? 0), to: set(id) });
}

/** The texts that a person sees or hears on a screen: each text, and the names of boxes and buttons. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null | undefined) => {
      const words = (text ?? '').replaceAll(/\s+/g, ' ').trim();
      if (words !== '') found.add(words);
    };
    for (const element of document.querySelectorAll('body, body *')) {
      if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName) || !element.checkVisibility()) continue;
      // The vendor's own record of a job has the vendor's words.
      if (element.closest('.job-origin dl')) continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) add(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.textContent);
    }
    return [...found];
  });

/** Names of two words or more are found inside longer texts, too; one word may be any word of a sentence. */
const longNames = [...usual].filter((name) => name.includes(' '));
const usualIn = (text: string): string[] =>
  usual.has(text) ? [text] : longNames.filter((name) => text.includes(name) && !text.includes(`Qz ${name}`));

/** Allowed words that screens showed, by screen. */
const met = new Set<string>();

/** Exemptions of which no screen shows a word any more. */
const needless = (): string[] =>
  Object.entries(allowedWords).flatMap(([id, reasons]) =>
    reasons.flatMap(([reason, ...words]) => {
      const isMet = [...met].some((one) =>
        words.some((word) => (id === '*' ? one.endsWith(`/${word}`) : one === `${id}/${word}`)),
      );
      return isMet ? [] : [`${id}: ${reason}`];
    }),
  );

/** Usual names on a screen that may not be there, each with its text. */
async function namesOn(page: Page, { screen, path }: Sample, at = path): Promise<string[]> {
  const words = (await textsOf(page)).flatMap((text) => usualIn(text).map((name) => ({ text, name })));
  const wrong = words.filter(({ name }) => !isAllowed(screen.id, name));
  for (const { name } of words) met.add(`${screen.id}/${name}`);
  return wrong.map(({ text, name }) => `${screen.id} ${at}: “${name}”${text === name ? '' : ` in “${text.slice(0, 80)}”`}`);
}

async function walk(page: Page, part: readonly Sample[]): Promise<string[]> {
  const shown: string[] = [];
  for (const sample of part) {
    await goTo(page, sample.path);
    await showing(page, sample);
    shown.push(...(await namesOn(page, sample)));
  }
  return [...new Set(shown)];
}

/** The tabs of a job's panel, which no address of the table opens. */
async function walkPanel(page: Page): Promise<string[]> {
  const [sample] = samplesFor('administrator').filter(({ path }) => path === '/staging');
  if (!sample) throw new Error('staging is a screen');
  await goTo(page, '/staging?view=all&open=job:1');
  const tabs = page.getByRole('tablist').last().getByRole('tab');
  await expect(tabs.filter({ hasText: 'Qz description' })).toBeVisible();
  expect(await tabs.count()).toBeGreaterThan(8);
  const shown: string[] = [];
  for (const tab of await tabs.all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await atRest(page);
    shown.push(...(await namesOn(page, sample, `job panel, ${await tab.innerText()}`)));
  }
  return [...new Set(shown)];
}

test('with every field renamed, no route shows a usual name of a field', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(1_800_000);
  await rename();
  const people = [null, 'administrator', 'provider'] as const;
  const shown: string[] = [];
  let walked = 0;
  for (const person of people) {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await enter(page, behind.address, person);
    const part = samplesFor(person);
    walked += part.length;
    shown.push(...(await walk(page, part)));
    // The new names are there, so that the walk was not one of empty screens.
    if (person === 'administrator') {
      await goTo(page, '/staging');
      await expect(page.getByRole('columnheader', { name: 'Qz billRate' })).toBeVisible();
      shown.push(...(await walkPanel(page)));
    }
    await context.close();
  }
  expect(walked).toBe(samples.length);
  expect(shown).toEqual([]);
  expect(needless()).toEqual([]);
});
