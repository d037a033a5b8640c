import { sql } from 'kysely';
import { freshBooksDoubleAccess } from '../demo/freshbooks/freshbooks-state.ts';
import { jiraDoubleAccess } from '../demo/jira/jira-state.ts';
import { seedMailTask } from '../demo/mail-vendor/seed-mail-task.ts';
import { seedEngine } from '../demo/model/seed-engine.ts';
import { seedSignOn } from '../demo/oidc/seed-sign-on.ts';
import { seedBilling } from '../demo/seed-billing.ts';
import { seedLabels } from '../demo/seed-labels.ts';
import { seedRules } from '../demo/seed-rules.ts';
import { seedTargets } from '../demo/seed-targets.ts';
import { seedTasks } from '../demo/seed-tasks.ts';
import { seedTicket } from '../demo/seed-ticket.ts';
import { type ShowcaseSites, seedShowcase, showcase } from '../demo/showcase/seed-showcase.ts';
import { seedSubmissions } from '../demo/submissions/seed-submissions.ts';
import { twilioDoubleAccess } from '../demo/twilio/twilio-double.ts';
import { seedWebhookTask } from '../demo/webhook-vendor/seed-webhook-task.ts';
import type { Services } from '../kit/http/handle.ts';
import { hashPassword } from '../people/auth/passwords.ts';
import { keepFreshBooks, readAccess } from '../system/freshbooks/freshbooks-access.ts';
import { keepJira, shownJira } from '../system/jira/jira-settings.ts';
import { keepSlack, shownSlack } from '../system/slack/slack-settings.ts';
import { keepSms, shownSms } from '../system/sms/sms-settings.ts';
import { addCustomer, addUser, seedRoles } from './seed.ts';

/** Addresses of the demo's external systems. */
export type DemoSites = ShowcaseSites & {
  readonly bullhornUrl: string;
  readonly signOnUrl: string;
  readonly slackWebhook: string;
  readonly jiraUrl: string;
  readonly twilioUrl: string;
  readonly freshBooksUrl: string;
  readonly modelUrl: string;
  readonly trioUrl: string;
};

/** Users of the demo agency. Every start prints their passwords, so the demo is for loopback only. */
export const demoSignIns = [
  { role: 'Recruiter', roleId: 3, name: 'Ann Reyes', email: 'recruiter@harborview.example', password: 'harbor-Demo-1' },
  {
    role: 'Customer administrator',
    roleId: 1,
    name: 'Marcus Bell',
    email: 'admin@harborview.example',
    password: 'harbor-Demo-2',
  },
  { role: 'Provider administrator', roleId: 2, name: 'Priya Shah', email: 'admin@jobdock.example', password: 'harbor-Demo-3' },
] as const;

/** Somebody of the sister agency, who decides about requests to work in its data. */
export const sisterSignIn = {
  role: 'Sister agency’s administrator',
  roleId: 1,
  name: 'Dana Cole',
  email: 'admin@bayside.example',
  password: 'harbor-Demo-4',
} as const;

const agency = 'Harborview Staffing';
/** A customer without jobs, linked to the agency's administrator, to show features that involve a second customer. Both use one ATS. */
const sister = 'Bayside Travel Nurses';

type DemoKeys = { readonly mailKey: string | null; readonly webhookKey: string | null };

/**
 * Creates the demo agency and its users at the first start, and lets each part of the product add its data. Every start updates
 * the data that depends on the addresses of the external systems. Returns where the vendors that send by themselves send to: `mailKey`
 * is the part before the @ of a task's address, `webhookKey` the key of a webhook's; null if people removed the task.
 */
export async function seedDemo(services: Services, sites: DemoSites): Promise<DemoKeys> {
  const found = await services.db.selectFrom('customer').select('id').where('name', '=', agency).executeTakeFirst();
  const customerId = found?.id ?? (await addAgency(services));
  await turnOffSecondFactor(services);
  const sisterId = await addSister(services, customerId);
  await addSisterAdministrator(services, customerId);
  const showcaseId = await addShowcase(services);
  await markAsDemo(services);
  await seedLabels(services, customerId);
  await seedBills(services, customerId, sisterId);
  await seedSignOn(services, customerId, sites.signOnUrl);
  await seedTargets(services, customerId, sites.bullhornUrl, { feed: true });
  await seedTargets(services, sisterId, sites.bullhornUrl, { feed: false });
  await seedSubmissions(services, customerId, sites);
  await seedRules(services, customerId);
  await seedTasks(services, customerId, sites.vendorSiteUrl);
  await seedTicket(services, customerId, demoSignIns[2].name);
  const keys = { mailKey: await seedMailTask(services, customerId), webhookKey: await seedWebhookTask(services, customerId) };
  await seedSlack(services, sites.slackWebhook);
  await seedJira(services, sites.jiraUrl);
  await seedSms(services, sites.twilioUrl);
  await seedFreshBooks(services, sites.freshBooksUrl);
  await seedEngine(services, sites.modelUrl);
  // Last, so that the ids of the agency's rows are as in a demo without it.
  await seedShowcase(services, showcaseId, sites);
  return keys;
}

/** The demo's administrators sign in with their password alone. One that turned it on keeps it. */
async function turnOffSecondFactor({ db }: Services): Promise<void> {
  await db
    .updateTable('customer')
    .set({ settings: sql`settings || '{"secondFactor": "optional"}'` })
    .where('provider', '=', true)
    .where(sql<boolean>`not settings ? 'secondFactor'`)
    .execute();
}

/** Alerts go to the Slack of the demo, whose port changes with each start. A webhook that people entered stays. */
async function seedSlack({ db, secrets }: Services, webhook: string): Promise<void> {
  const { host } = await shownSlack(db);
  if (host !== null && !host.startsWith('127.0.0.1:')) return;
  await db.transaction().execute((tx) => keepSlack({ db: tx, secrets }, webhook));
}

/** Tickets go to the Jira of the demo, whose port changes with each start. A site that people entered stays. */
async function seedJira({ db, secrets }: Services, site: string): Promise<void> {
  const saved = await shownJira(db);
  if (saved.site !== null && !saved.site.startsWith('http://127.0.0.1:')) return;
  const { id } = await db.selectFrom('app_user').select('id').where('email', '=', demoSignIns[2].email).executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => keepJira({ db: tx, secrets }, { ...jiraDoubleAccess, site }, id));
}

/** Text messages go to the phones of the demo, whose port changes with each start. An account that people entered stays. */
async function seedSms({ db, secrets, config }: Services, api: string): Promise<void> {
  const saved = await shownSms(db, config.publicUrl);
  if (saved.api !== null && !saved.api.startsWith('http://127.0.0.1:')) return;
  await db.transaction().execute((tx) => keepSms({ db: tx, secrets }, { ...twilioDoubleAccess, api }));
}

/** FreshBooks of the demo is off until staff authorize it. It starts empty, so what was linked to an earlier one is forgotten. */
async function seedFreshBooks({ db, secrets }: Services, url: string): Promise<void> {
  const saved = await readAccess(db);
  if (saved?.client_id && !saved.api_url.startsWith('http://127.0.0.1:')) return;
  await db.transaction().execute(async (tx) => {
    await keepFreshBooks({ db: tx, secrets }, null);
    await keepFreshBooks({ db: tx, secrets }, { ...freshBooksDoubleAccess, url });
    await tx.deleteFrom('accounting_difference').execute();
    await tx.deleteFrom('accounting_link').execute();
    await tx.deleteFrom('freshbooks_client').execute();
    await tx.updateTable('customer').set({ ext_id: null }).where(sql<boolean>`settings ->> 'demo' = 'true'`).execute();
  });
}

/** Screens say that its data is made up. */
async function markAsDemo({ db }: Services): Promise<void> {
  await db
    .updateTable('customer')
    .set({
      settings: sql`settings || '{"demo": true}'`,
      email: sql`coalesce(email, 'office@harborview.example')`,
      since_on: sql`coalesce(since_on, date '2025-03-01')`,
      plan_id: 2,
      agents_included: 15,
      user_licenses_limit: 25,
      account_manager: 'Priya Shah',
    })
    .where('name', 'in', [agency, sister, showcase])
    .where(sql<boolean>`not settings ? 'demo'`)
    .execute();
}

/** The agency has paid all but its newest invoice; the sister is past due, so that both states can be seen. */
async function seedBills(services: Services, agencyId: number, sisterId: number): Promise<void> {
  const marcus = { firstName: 'Marcus', lastName: 'Bell', email: 'bills@harborview.example', company: agency };
  await seedBilling(services, agencyId, { months: 8, daysSince: 10, paid: 7, contact: marcus });
  const dana = { firstName: 'Dana', lastName: 'Cole', email: 'bills@bayside.example', company: sister };
  await seedBilling(services, sisterId, { months: 2, daysSince: 10, paid: 0, contact: dana });
}

async function addSister(services: Services, agencyId: number): Promise<number> {
  return services.db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('customer').select('id').where('name', '=', sister).executeTakeFirst();
    if (found) return found.id;
    const linked = await addCustomer(tx, { name: sister, industry: 2 });
    const people = await tx
      .selectFrom('app_user')
      .select('id')
      .where('customer_id', '=', agencyId)
      .where('email', '=', demoSignIns[1].email)
      .execute();
    const at = services.now();
    const link = { customer_id: agencyId, linked_customer_id: linked, asked_at: at, agreed_at: at };
    for (const { id } of people)
      await tx
        .insertInto('user_link')
        .values({ ...link, user_id: id })
        .execute();
    return linked;
  });
}

/** The customer that has a target of every kind. */
async function addShowcase({ db }: Services): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('customer').select('id').where('name', '=', showcase).executeTakeFirst();
    return found?.id ?? (await addCustomer(tx, { name: showcase, industry: 2 }));
  });
}

/** She asks to work at the agency, so that its administrator has something to decide. Also at a demo that began without her. */
async function addSisterAdministrator({ db, secrets, now }: Services, agencyId: number): Promise<void> {
  const home = await db.selectFrom('customer').select('id').where('name', '=', sister).executeTakeFirst();
  const known = await db.selectFrom('sign_in').select('email').where('email', '=', sisterSignIn.email).executeTakeFirst();
  if (!home || known) return;
  const passwordHash = await hashPassword(secrets, sisterSignIn.password);
  const person = { ...sisterSignIn, customerId: home.id, passwordHash, disclaimerBy: sisterSignIn.name };
  await db.transaction().execute(async (tx) => {
    const user_id = await addUser(tx, person);
    const link = { customer_id: home.id, user_id, linked_customer_id: agencyId, asked_at: now() };
    await tx.insertInto('user_link').values(link).execute();
  });
}

async function addAgency(services: Services): Promise<number> {
  const hashes = await Promise.all(demoSignIns.map((person) => hashPassword(services.secrets, person.password)));
  return services.db.transaction().execute(async (tx) => {
    await seedRoles(tx);
    const provider = await addCustomer(tx, { name: 'Jobdock', provider: true });
    const customerId = await addCustomer(tx, { name: agency, industry: 2 });
    await sql`insert into customer_parser select ${customerId}, id from parser where shipped is not null`.execute(tx);
    for (const [i, person] of demoSignIns.entries()) {
      const home = person.roleId === 2 ? provider : customerId;
      await addUser(tx, { ...person, customerId: home, passwordHash: hashes[i] ?? '', disclaimerBy: person.name });
    }
    await tx
      .insertInto('notification')
      .values({
        customer_id: customerId,
        kind: 'welcome',
        text: 'Welcome to Jobdock. Staged jobs appear here as they are collected.',
        link: '/staging',
      })
      .execute();
    return customerId;
  });
}
