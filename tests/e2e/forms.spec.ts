import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from 'playwright/test';
import { matchPath } from 'react-router-dom';
import { screens } from '#src/app/screens/screens.ts';
import type { Screen } from '#src/ui/screen/screen.ts';
import { demo } from '../support/api-client.ts';
import { openSignedIn, synced } from '../support/app-page.ts';
import { audit } from '../support/audit.ts';
import { goTo, named } from '../support/every-screen.ts';
import {
  answers,
  chooseFirst,
  type Form,
  fromMenu,
  listForms,
  openMoveForm,
  openTableImport,
  postingForms,
  press,
  providerForms,
  roleDefaultForm,
  scheduleForm,
  taskForms,
  tickFirst,
  typeText,
  viewForm,
} from '../support/open-form.ts';
import { putKit } from '../support/put-kit.ts';
import { shareBehindWire } from '../support/start-behind.ts';

// Only one test here goes offline, so the app need not be stored on the device for the others.
test.use({ serviceWorkers: 'block' });

const behind = shareBehindWire();

const administrator: Readonly<Record<string, Form>> = {
  'features/rules/substitution-rules/rule-form.tsx': {
    path: '/degreemap',
    open: press('Add rule'),
    ...typeText(/Vendor text/),
  },
  'features/rules/substitution-names/name-form.tsx': {
    path: '/degreemap?view=names',
    open: press('Add name'),
    ...typeText(/^Name/),
  },
  'features/rules/field-aliases/field-alias-form.tsx': {
    path: '/fieldAliases',
    open: press('Add alias'),
    ...typeText(/^Alias/),
  },
  'features/rules/list/test-rule.tsx': { path: '/custrules', open: press(/^Test on a job/), ...typeText(/Job ID/) },
  'features/rules/draft/draft-dialog.tsx': {
    path: '/custrules/new',
    open: press(/Draft from description/),
    ...typeText(/What should the rule do/),
  },
  'features/rules/editor/table-import.tsx': {
    path: '/custrules/new',
    open: openTableImport,
    type: async (dialog) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'lines.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\nc,d\n') }),
    kept: async (dialog) => expect(dialog.getByText('lines.csv').first()).toBeVisible(),
  },
  ...taskForms,
  'features/reports/schedules/schedule-form.tsx': scheduleForm,
  'features/mapping/sources/source-form.tsx': { path: '/sources', open: press('Add source'), ...typeText(/^Name/) },
  'features/mapping/excluded-facilities/excluded-facilities.tsx': {
    path: '/sources',
    open: fromMenu('Excluded facilities…'),
    ...tickFirst,
  },
  'features/mapping/reference-lists/reference-form.tsx': { path: '/myclients', open: press('Add client'), ...typeText(/^Name/) },
  'entities/facility-add/facility-add.tsx': {
    path: '/mapfacility?view=table',
    open: press('Add facility'),
    ...typeText(/^Facility/),
  },
  'features/people/users/several-bar.tsx': {
    path: '/users',
    open: async (page) => {
      await page.getByRole('checkbox', { name: /Ann Reyes/ }).click();
      await press('Change notices…')(page);
    },
    type: chooseFirst,
  },
  'features/people/links/ask-form.tsx': {
    path: '/linked',
    open: press('Ask for access'),
    ...typeText(/Name of the customer/),
  },
  'features/people/links/decide-form.tsx': { path: '/linked', open: press(/^Approve/), type: tickFirst.type },
  'features/people/links/reject-form.tsx': { path: '/linked', open: fromMenu('Reject…'), ...typeText('Reason') },
  'entities/report-view/view-form.tsx': viewForm,
  ...postingForms,
  ...listForms,
};

const provider: Readonly<Record<string, Form>> = {
  ...providerForms,
  'entities/report-view/role-default-form.tsx': roleDefaultForm,
  'features/people/parents/parent-form.tsx': {
    path: '/link',
    open: press('Link customers'),
    type: async (dialog) => {
      await dialog.getByRole('combobox', { name: /^Parent/ }).fill('Harborview');
      await dialog
        .page()
        .getByRole('option', { name: /Harborview/ })
        .click();
    },
  },
  'features/people/parents/move-form.tsx': { path: '/link', open: openMoveForm, ...tickFirst },
  'features/people/users/work-as-person.tsx': { path: '/users', open: fromMenu('Log in as…'), ...typeText(/Reason/) },
  'features/people/users/remove-person.tsx': {
    path: '/users',
    open: async (page) => {
      // Only who owns something must name who takes it over.
      const [username, password] = demo.administrator;
      const signedIn = await fetch(`${behind.address}/auth/login`, {
        method: 'POST',
        body: new URLSearchParams({ username, password }),
      });
      const { access_token: token } = (await signedIn.json()) as { access_token: string };
      const body = new FormData();
      body.append('file', new Blob(['Job ID,Campus\nU-9,Mercy East\n']), 'jobs.csv');
      const headers = { authorization: `Bearer ${token}` };
      const sent = await fetch(`${behind.address}/api/upload/jobs/me`, { method: 'POST', headers, body });
      expect(sent.status).toBe(200);
      await page.getByRole('button', { name: 'More for Marcus Bell' }).click();
      await page.getByRole('menuitem', { name: 'Delete user…' }).click();
    },
    type: chooseFirst,
  },
  'app/shell/work-as-dialog.tsx': {
    path: '/tasks',
    open: async (page) => {
      await page
        .locator('header')
        .getByRole('button', { name: /^Account|menu|Provider|Jobdock/i })
        .last()
        .click();
      await page.getByRole('menuitem', { name: /Work as/ }).click();
    },
    ...typeText(/Reason/),
  },
  'features/mapping/sources/source-aliases.tsx': {
    path: '/sources',
    open: fromMenu('Feed aliases…'),
    type: async (dialog) => {
      await dialog.locator('input:visible').first().fill('typed by hand');
      await dialog.locator('input:visible').first().press('Escape');
    },
    kept: async (dialog) => expect(dialog.getByText('typed by hand')).toBeVisible(),
  },
  'features/mapping/source-groups/source-group.tsx': { path: '/sources', open: fromMenu('Group sources…'), ...tickFirst },
  'features/rules/fields/field-form.tsx': { path: '/jrfields', open: press(/^Edit/), ...typeText(/^Title/) },
  'features/mapping/shared-facilities/shared-facility-form.tsx': {
    path: '/facilitiesShared',
    open: press('Add facility'),
    ...typeText(/^Name/),
  },
  'features/rules/list/copy-rule.tsx': { path: '/custrules', open: fromMenu('Copy to customers…'), type: chooseFirst },
};

/** Dialogs for a change refused because of its value, and for one in conflict with another user's change. */
const outbox: Readonly<Record<string, Form>> = {
  'features/sync/outbox/edit-value.tsx': {
    path: '/outbox?tab=needs-you',
    open: press(/^Edit: /),
    ...typeText(/Bill rate/i),
  },
  'features/sync/outbox/conflict-dialog.tsx': {
    path: '/outbox?tab=needs-you',
    open: press(/^Resolve/),
    type: async (dialog) => dialog.getByRole('radio', { checked: false }).first().click(),
  },
};

const signedOut: Readonly<Record<string, Form>> = {
  'features/people/auth/forgot-password.tsx': { path: '/login', open: press(/Forgot/), ...typeText(/Email/) },
};

function screenAt(path: string): Screen {
  const [pathname = ''] = path.split('?');
  const found =
    screens.find(({ at }) => at.some((pattern) => matchPath(pattern, pathname))) ??
    screens.find(({ at }) => at.some((pattern) => pathname.split('/')[1] === pattern.split('/')[1]));
  if (!found) throw new Error(`no screen at ${path}`);
  return found;
}

/** Types into a form and tries every way to close it: each asks first and keeps the input until the user discards it. */
async function walk(page: Page, name: string, { path, open, type, kept, isInDialog }: Form): Promise<void> {
  await goTo(page, path);
  // The previous screen stays until this one is loaded.
  await named(page, screenAt(path));
  await open(page);
  const dialog = page.getByRole('dialog').first();
  await expect(dialog, name).toBeVisible();
  await type?.(dialog);
  const question = dialog.getByText('You have unsaved changes.');
  const ways: readonly [string, () => Promise<void>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the backdrop', () => page.mouse.click(5, 5)],
    ['Close', () => dialog.getByRole('button', { name: 'Close', exact: true }).first().click()],
  ];
  for (const [way, leave] of ways) {
    await leave();
    await expect(question, `${name}: ${way} asks`).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Keep editing' }), `${name}: the safe answer has the focus`).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question, `${name}: Escape keeps editing`).toBeHidden();
    await kept?.(dialog);
  }
  await page.locator('nav a[href="/dashboard"]').first().dispatchEvent('click');
  const leaving = page.getByRole('dialog', { name: /^(Save|Discard) changes to/ });
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await expect(leaving).toBeHidden();
  await expect(dialog, `${name}: leaving the screen asks`).toBeVisible();
  await kept?.(dialog);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  // The pointer may rest on a cell of the grid now, whose card is a dialog, too.
  await page.mouse.move(1, 1);
  await expect(page.getByRole('dialog'), `${name}: is closed`).toHaveCount(isInDialog ? 1 : 0);
}

async function walkAll(page: Page, forms: Readonly<Record<string, Form>>): Promise<void> {
  for (const [name, form] of Object.entries(forms)) await test.step(name, () => walk(page, name, form));
}

for (const [person, forms] of [
  ['administrator', administrator],
  ['provider', provider],
] as const satisfies readonly (readonly [keyof typeof demo, Readonly<Record<string, Form>>])[]) {
  test(`no form of the ${person} drops typed input without asking`, async ({ page }) => {
    test.setTimeout(300_000);
    await openSignedIn(page, `${behind.address}/dashboard`, person);
    await synced(page);
    if (person === 'provider') {
      // The provider's own agency has no sources.
      await page.getByRole('button', { name: /^Customer:/ }).click();
      await page.getByRole('option', { name: /^Harborview/ }).click();
      await expect(page.getByRole('button', { name: /^Customer: Harborview/ })).toBeVisible();
      await synced(page);
    }
    await walkAll(page, forms);
  });
}

test.describe('with the app stored on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the dialogs that correct a refused change and resolve a conflict keep their input', async ({ page, context }) => {
    await openSignedIn(page, `${behind.address}/outbox`, 'administrator');
    await synced(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await putKit(page);
    behind.wire.set({ kind: 'cut' });
    await context.setOffline(true);
    await page.evaluate(async () => {
      const [first, second] = await window.kit.jobs();
      if (!first || !second) throw new Error('no jobs');
      await window.kit.edit([first, second].map(({ id }) => ({ id, field: 'billRate', value: 91 })));
      const conflict = {
        collection: 'job',
        id: second.id,
        field: 'billRate',
        seen: 70,
        now: 72.5,
        wanted: 91,
        by: 'Ana R',
        at: null,
      };
      await window.kit.park([
        { code: 'invalid', message: 'The rate is not possible.', conflicts: [] },
        { code: 'conflict', message: 'Changed by someone else.', conflicts: [conflict] },
      ]);
    });
    await page.reload();
    await walkAll(page, outbox);
    behind.wire.set({ kind: 'open' });
  });
});

test('the sign-in screen asks before it drops a typed email address', async ({ page }) => {
  const [[name, form] = []] = Object.entries(signedOut);
  if (!name || !form) throw new Error('no form');
  await page.goto(behind.address + form.path);
  await form.open(page);
  const dialog = page.getByRole('dialog');
  await form.type?.(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('You have unsaved changes.')).toBeVisible();
});

test('the tests above cover every dialog with fields', () => {
  const walked = [administrator, provider, outbox, signedOut].flatMap((forms) => Object.keys(forms));
  const dialogs = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => {
    if (!file.endsWith('.tsx') || file.startsWith('ui/')) return false;
    const source = readFileSync(`src/${file}`, 'utf8');
    const opened = [...source.matchAll(/<(?:Form)?Dialog\b[^]*?onClose/g)].map(([tag]) => tag);
    return opened.some((tag) => !tag.includes('dirty={false}'));
  });
  expect(dialogs.sort()).toEqual([...walked, ...answers].sort());
});

test('an upload says what it does not read, reads a chosen column at once, and remembers it with its source', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/jobupload`, 'administrator');
  await synced(page);
  const row = (id: string) => `${id},Mercy East,Reno,NV,81.50,1/20/2020,yes\n`;
  const upload = (ids: readonly string[]) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'jobs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Job ID,Campus,City,State,Rate,Start Date,Badge\n${ids.map(row).join('')}`),
    });
  const fieldOf = (column: string) => page.getByRole('combobox', { name: `Field for ${column}` });
  const choose = async (box: Locator, name: string) => {
    await box.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  const source = page.getByRole('combobox', { name: /^Source/ });

  await upload(['U-1', 'U-2']);
  await expect(page.getByText('3 columns not read:').locator('..')).toContainText(
    'Campus (always “Mercy East”), Rate (always “81.50”), Badge',
  );
  await expect(page.getByText('2 start dates more than 30 days past')).toBeVisible();
  await expect(fieldOf('Rate')).toHaveValue('Do not read');
  const rates = page.getByRole('group', { name: 'First jobs in the file' });
  await expect(rates.getByRole('columnheader', { name: 'Facility' })).toBeHidden();
  await choose(fieldOf('Campus'), 'Facility');
  await choose(fieldOf('Rate'), 'Bill rate');
  await expect(rates.getByRole('cell', { name: 'Mercy East' })).toHaveCount(2);
  await expect(rates.getByRole('cell', { name: '81.50' })).toHaveCount(2);

  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    const { violations } = await (await audit(page)).include('.upload').analyze();
    expect(violations.map(({ id, nodes }) => `${size.width} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `the page at ${size.width} scrolls sideways`).toBeLessThanOrEqual(0);
  }
  // No source is made up from the name of the file.
  await expect(source).toHaveValue('');
  await page.getByRole('button', { name: 'Stage 2 jobs' }).click();
  await expect(page.getByText('Name the source').first()).toBeVisible();
  await choose(source, 'New source…');
  await page.getByRole('textbox', { name: /Name of the new source/ }).fill('Horizon VMS');
  await page.getByRole('button', { name: 'Stage 2 jobs' }).click();
  await expect(page.getByText('2 new, 0 changed, 0 already there')).toBeVisible();

  await page.getByRole('button', { name: 'Upload another file' }).click();
  await upload(['U-2', 'U-3']);
  await expect(source).toHaveValue('Horizon VMS');
  await expect(fieldOf('Campus')).toHaveValue('Facility');
  await expect(page.getByText('As in the last file like this')).toHaveCount(7);
  await page.getByRole('button', { name: 'Stage 2 jobs' }).click();
  await expect(page.getByText('1 new, 0 changed, 1 already there')).toBeVisible();
});

test('the columns of a task’s feed are read on request, changed and saved', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/edittask/1`, 'administrator');
  await synced(page);
  const columns = page.getByRole('region', { name: 'Columns of the feed' });
  await columns.getByRole('button', { name: 'Read the feed' }).click();
  const table = columns.getByRole('group', { name: 'Columns of the file' });
  const first = table.getByRole('combobox').first();
  await expect(first).toBeVisible();
  await first.click();
  await page.getByRole('option', { name: 'Do not read', exact: true }).click();
  await expect(table.getByRole('cell', { name: 'You chose it' })).toBeVisible();
  await columns.getByRole('button', { name: 'Save columns' }).click();
  await expect(page.getByText('The next run reads them this way.')).toBeVisible();
  await columns.getByRole('button', { name: 'Read the feed again' }).click();
  await expect(table.getByText('As in the last file like this').first()).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const { violations } = await (await audit(page)).include('[aria-label="Columns of the feed"]').analyze();
    expect(violations.map(({ id }) => `${width} ${id}`)).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `the page at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
  }
});
