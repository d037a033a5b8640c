import { expect, type Locator, type Page } from 'playwright/test';
import { synced } from './app-page.ts';
import { goTo } from './every-screen.ts';

/** How to open a form and type into it. `kept` checks that the input is still there after the user keeps editing. */
export type Form = {
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  readonly type?: (dialog: Locator) => Promise<void>;
  readonly kept?: (dialog: Locator) => Promise<void>;
  /** Closing it shows the dialog again that it was opened from. */
  readonly isInDialog?: true;
};

export const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();
export const fromMenu = (item: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};
const text = 'typed by hand';
/** Types into the first text box of the dialog. */
export const typeText = (label: string | RegExp) => ({
  type: async (dialog: Locator) => dialog.getByRole('textbox', { name: label }).first().fill(text),
  kept: async (dialog: Locator) => expect(dialog.getByRole('textbox', { name: label }).first()).toHaveValue(text),
});
export const tickFirst = {
  type: async (dialog: Locator) => dialog.getByRole('checkbox').first().click(),
  kept: async (dialog: Locator) => expect(dialog.getByRole('checkbox').first()).toBeChecked(),
};

export const chooseFirst = async (dialog: Locator) => {
  await dialog.getByRole('combobox').first().click();
  await dialog.page().getByRole('option').first().click();
  // Leaves the list of choices, because Escape there would only close the list.
  await dialog.page().keyboard.press('Tab');
};

/** Makes the demo's second agency a child of the first, on the screen of parents and children. */
async function linkAgencies(page: Page): Promise<void> {
  await press('Link customers')(page);
  const dialog = page.getByRole('dialog', { name: 'Link customers' });
  for (const [label, name] of [
    [/Parent/, 'Harborview'],
    [/Child/, 'Bayside'],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).fill(name);
    await page.keyboard.press('Enter');
  }
  await dialog.getByRole('button', { name: 'Link customers' }).click();
  await expect(page.getByRole('row', { name: /Bayside/ })).toBeVisible();
}

/** Opens the form that moves sources of the first agency to the second. */
export async function openMoveForm(page: Page): Promise<void> {
  await linkAgencies(page);
  await fromMenu('Move sources to child…')(page);
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
}

/** Chooses the fields of a flex mapping, from the unit to a field of the ATS, and opens the form of its first line. */
async function openFlexLine(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add line' });
  const choose = page.getByRole('button', { name: 'Choose fields' });
  await expect(add.or(choose).first()).toBeVisible();
  if (await choose.isVisible()) {
    await choose.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^Job field 1/ }).click();
    await page.getByRole('option', { name: 'Unit', exact: true }).click();
    await dialog.getByRole('textbox', { name: /^ATS field 1/ }).fill('customText3');
    await dialog.getByRole('button', { name: 'Save fields' }).click();
    await expect(dialog).toBeHidden();
  }
  await add.click();
}

/** Forms of billing that an agency's administrator opens. */
const billingForms: Readonly<Record<string, Form>> = {
  'features/billing/invoices/resend-form.tsx': { path: '/billing', open: fromMenu('Send again…'), ...typeText('Email') },
  'features/billing/contacts/contact-form.tsx': {
    path: '/billingContactInfo',
    open: press('Add contact'),
    ...typeText(/^First name/),
  },
  'features/billing/subscription/add-licenses.tsx': {
    path: '/customerSubscriptionInfo',
    open: press('Add licenses'),
    type: async (dialog) => dialog.getByRole('textbox', { name: /^VMS connections/ }).fill('3'),
    kept: async (dialog) => expect(dialog.getByRole('textbox', { name: /^VMS connections/ })).toHaveValue('3'),
  },
};

/** Forms of the ledger of a customer, for the provider. */
const ledgerForms: Readonly<Record<string, Form>> = {
  'features/people/customer-billing/terms-form.tsx': {
    path: '/editcustomer/2?tab=billing',
    open: press('Change prices…'),
    type: async (dialog) => dialog.getByRole('textbox', { name: /^Plan, a month/ }).fill('555'),
    kept: async (dialog) => expect(dialog.getByRole('textbox', { name: /^Plan, a month/ })).toHaveValue('$555'),
  },
  'features/billing/plans/plan-form.tsx': {
    path: '/plans',
    open: press(/^Change prices/),
    type: async (dialog) => dialog.getByRole('textbox', { name: /^Plan, a month/ }).fill('555'),
    kept: async (dialog) => expect(dialog.getByRole('textbox', { name: /^Plan, a month/ })).toHaveValue('$555'),
  },
  'features/people/customer-billing/entry-form.tsx': {
    path: '/editcustomer/2?tab=billing',
    open: fromMenu('Add payment or credit…'),
    ...typeText(/^Reference/),
  },
};

/** Forms of the provider’s administrator. */
export const providerForms: Readonly<Record<string, Form>> = {
  'features/people/labels/copy-labels.tsx': {
    path: '/labelConfig',
    open: press('Use labels…'),
    async type(dialog) {
      await dialog.getByRole('combobox').first().click();
      await dialog
        .page()
        .getByRole('option', { name: /\(industry\)$/ })
        .first()
        .click();
      await dialog.page().keyboard.press('Tab');
    },
  },
  'features/support/error-configurations/error-configuration-form.tsx': {
    path: '/notificationconfigs',
    open: press('Add error alert'),
    type: async (dialog) => dialog.getByRole('textbox', { name: /^Errors/ }).fill('50'),
    kept: async (dialog) => expect(dialog.getByRole('textbox', { name: /^Errors/ })).toHaveValue('50'),
  },
  ...ledgerForms,
  'features/system/service-items/service-item-form.tsx': {
    path: '/servicesettingitems',
    open: press('Add service item'),
    type: async (dialog) => dialog.getByRole('textbox', { name: /^Value/ }).fill('50'),
    kept: async (dialog) => expect(dialog.getByRole('textbox', { name: /^Value/ })).toHaveValue('50'),
  },
  'features/ai/models/model-form.tsx': { path: '/aimodels', open: press('Add model'), ...typeText(/^Model/) },
  'features/ai/models/engine-form.tsx': { path: '/aimodels?show=engines', open: press('Add engine'), ...typeText(/^Name/) },
  'features/ai/prompts/customers-dialog.tsx': { path: '/aiprompts/3', open: press('Choose customers…'), ...tickFirst },
  'features/support/questions/question-form.tsx': {
    path: '/supportQuestions',
    open: press('Add question'),
    ...typeText(/^Question/),
  },
  'features/support/desk/add-ticket.tsx': { path: '/issues?whose=all', open: press('Add ticket'), ...typeText(/^Subject/) },
  'features/support/desk/merge-ticket.tsx': {
    path: '/jira/1?customer=2',
    open: press('Merge into another ticket…'),
    type: chooseFirst,
  },
  'features/support/desk/canned-answer-form.tsx': {
    path: '/supportQuestions',
    open: press('Add canned answer'),
    ...typeText(/^Name/),
  },
  'features/collecting/tasks/add-several-tasks.tsx': {
    path: '/tasks',
    open: press('Add several…'),
    type: async (dialog) => dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('2'),
    kept: async (dialog) => expect(dialog.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('2'),
  },
  'features/collecting/parsers/parser-form.tsx': { path: '/parsers', open: press('Add parser'), ...typeText(/^Name/) },
  'features/collecting/parser-rules/parser-rule-form.tsx': {
    path: '/parserrules',
    open: press('Add rule'),
    ...typeText('Pattern'),
  },
  'features/collecting/parser-tokens/token-form.tsx': { path: '/editparser/1', open: press('Add token'), ...typeText(/^Label/) },
  'features/support/notices/notice-form.tsx': { path: '/notificationsTool', open: press('Add notice'), ...typeText(/^Name/) },
  'features/support/documents/document-form.tsx': { path: '/documents', open: press('Add document'), ...typeText(/^Name/) },
  'features/collecting/customer-parsers/customer-parser-form.tsx': {
    path: '/customerparsers',
    open: press('Assign parser'),
    type: chooseFirst,
  },
};

/** Forms over tasks that an agency's administrator changes. */
export const taskForms: Readonly<Record<string, Form>> = {
  'features/collecting/tasks/several-tasks.tsx': {
    path: '/tasks',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: /^Schedule/ })
        .click();
    },
    type: async (dialog) => dialog.getByRole('textbox', { name: /^Run every/ }).fill('45'),
    kept: async (dialog) => expect(dialog.getByRole('textbox', { name: /^Run every/ })).toHaveValue('45'),
  },
};

/** Opens the import of a table rule with two columns. */
export async function openTableImport(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Data action' }).getByRole('combobox').first().selectOption('4');
  await page.getByText('Table rule', { exact: true }).click();
  const table = page.getByRole('region', { name: 'Table', exact: true });
  for (const [label, field] of [
    ['Add column: if', 'State'],
    ['Add column: then set', 'OT Rate'],
  ] as const) {
    await table.getByLabel(label).click();
    await table.getByLabel(label).fill(field);
    await page.getByRole('option', { name: field, exact: true }).click();
  }
  await page.getByRole('button', { name: /Import CSV/ }).click();
}

async function fromViews(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
const openViewForm = (page: Page) => fromViews(page, 'Save as a view…');

/** The dialog that saves a view of staging. */
export const viewForm: Form = { path: '/staging?view=all', open: openViewForm, ...typeText(/^Name/) };

/** The dialog that schedules a saved report. It saves one first. */
export const scheduleForm: Form = {
  path: '/report_rules',
  open: async (page) => {
    await openViewForm(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('To be sent');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(page.locator('main').getByRole('button', { name: 'To be sent', exact: true })).toBeVisible();
    await synced(page);
    await goTo(page, '/report_myreports');
    await page
      .getByRole('row', { name: /To be sent/ })
      .getByRole('button', { name: /^Schedules/ })
      .click();
    await press('Add schedule')(page);
  },
  isInDialog: true,
  ...typeText(/^Time/),
};

/** Forms of what is posted. */
export const postingForms: Readonly<Record<string, Form>> = {
  'features/posting/field-mapping/field-mapping-form.tsx': {
    path: '/atsFieldMapping',
    open: press('Add line'),
    ...typeText(/^Condition/),
  },
  'features/posting/flex-mapping/flex-fields-form.tsx': {
    path: '/atsFieldMapping?tab=flex',
    open: press('Choose fields'),
    ...typeText(/^ATS field 1/),
  },
  'features/posting/flex-mapping/flex-line-form.tsx': {
    path: '/atsFieldMapping?tab=flex',
    open: openFlexLine,
    ...typeText(/^Unit/),
  },
  'features/posting/statuses/status-form.tsx': { path: '/expandedStatus', open: press('Add status'), ...typeText(/^Name/) },
};

/** Forms over lists of the agency's own rows. */
export const listForms: Readonly<Record<string, Form>> = {
  ...billingForms,
  'features/mapping/external-shifts/external-shift-form.tsx': {
    path: '/eshifts',
    open: press('Add shift'),
    ...typeText(/^Name/),
  },
  'features/submissions/targets/target-form.tsx': {
    path: '/submissiontargets',
    open: press('Add target'),
    type: chooseFirst,
  },
  'features/staging/assignments/assignment-form.tsx': {
    path: '/assignments',
    open: press('Add assignment'),
    type: chooseFirst,
  },
};

/** The dialog that makes a view the default of roles: for an administrator, with a view that is shared. */
export const roleDefaultForm: Form = {
  path: '/staging?view=all',
  open: async (page) => {
    await openViewForm(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('For a role');
    await dialog.getByRole('switch', { name: /^Share with/ }).click();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByRole('tab', { name: /^For a role/, selected: true })).toBeVisible();
    await fromViews(page, 'Default of roles…');
  },
  ...tickFirst,
};

/**
 * Forms that open only after an AI reply (`mapping-keyboard.spec.ts`), after two failed checks of a vendor, from an email (`collecting/history.spec.ts`), with sealed changes, or
 * where someone gets an email (`support/notices.spec.ts`); those of submissions need targets with lists (`submissions/submission-setup.spec.ts`),
 * and a client is picked where FreshBooks has one (`billing/freshbooks.spec.ts`).
 */
export const answers = [
  'entities/feedback/mapping-feedback.tsx',
  'features/collecting/mails/parser-from-mail.tsx',
  'entities/ai-mapping/ai-mapping.tsx',
  'entities/ticket/use-task-ticket.tsx',
  'features/people/auth/export-sealed.tsx',
  'features/support/notice-mail/confirm-send.tsx',
  'features/people/customer-billing/client-form.tsx',
  'features/submissions/dictionaries/entry-form.tsx',
  'features/submissions/dictionaries/entry-mapping-form.tsx',
  'features/submissions/documents/jr-document-form.tsx',
  'features/submissions/documents/link-form.tsx',
  'features/submissions/mapping/sides-dialog.tsx',
  'features/submissions/submissions/there-form.tsx',
];
