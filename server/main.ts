import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { signOnPath } from '#contract/people/sign-on.ts';
import manifest from '../package.json';
import { startBackground } from './background.ts';
import { backupFolder } from './backup/kept-backups.ts';
import { shipCrawlers } from './collecting/crawlers/crawler-setups.ts';
import { publishCrawlers } from './collecting/crawlers/crawlers.ts';
import { startMailServer } from './collecting/mail-in/mail-server.ts';
import { shipParsers } from './collecting/parsers/ship-parsers.ts';
import { sealStoredAddresses } from './collecting/task-rows/task-credentials.ts';
import { addressOf } from './collecting/webhooks/webhook-address.ts';
import { commandEffects } from './command-effects.ts';
import { keyPlaceOf, readConfig } from './config.ts';
import { startDemoSites } from './demo/demo-sites.ts';
import { demoRecords } from './demo/mail-vendor/demo-records.ts';
import { startMailVendor } from './demo/mail-vendor/mail-vendor.ts';
import { startWebhookVendor } from './demo/webhook-vendor/webhook-vendor.ts';
import { explainStart } from './explain-start.ts';
import { endEpoch, mustReconcile, startEpoch } from './feed/epoch.ts';
import { openDatabase } from './kit/db/connection.ts';
import { homeFolder, startEmbedded } from './kit/db/embedded/embedded.ts';
import { migrate } from './kit/db/migrate.ts';
import { refuseTooLargePool } from './kit/db/sessions/connection-room.ts';
import { refusePooler } from './kit/db/sessions/refuse-pooler.ts';
import { lockSetUp } from './kit/db/sessions/set-up-lock.ts';
import type { Services } from './kit/http/handle.ts';
import { buildServer, type Server } from './kit/http/serve.ts';
import { startWithKeys } from './kit/keys/root-keys.ts';
import { logSlowStatements } from './kit/work/slow-statements.ts';
import { nameWork } from './kit/work/work-id.ts';
import { giveNewRights } from './people/roles/give-new-rights.ts';
import { routes } from './routes.ts';
import { demoSignIns, seedDemo, sisterSignIn } from './seed/seed-demo.ts';
import { seedFirstAdministrator } from './seed/seed-first-administrator.ts';
import { createServices } from './services.ts';
import { ticketRecipients } from './support/replies/receive-reply.ts';
import { createMetrics, type Metrics } from './system/metrics/metrics.ts';
import { startMetricsServer } from './system/metrics/metrics-server.ts';
import { answersUrl } from './system/sms/sms-settings.ts';
import { collectLogLines, type LogLines } from './system/system-log/log-lines.ts';

type Config = ReturnType<typeof readConfig>;
/** What was started, to be ended in the opposite order. */
type Endings = (() => Promise<void>)[];

const root = resolve(import.meta.dirname, '../..');
const startedAt = performance.now();
const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function start(endings: Endings): Promise<void> {
  const config = readConfig(process.env);
  const [log, lines] = loggerOf(config.JOBDOCK_LOG);
  const home = homeFolder(root, config.JOBDOCK_HOME);
  const url = await openDatabaseServer(config, home, endings);
  await refuseTooLargePool(url, config.JOBDOCK_DATABASE_POOL);
  const endSetUp = await lockSetUp(url);
  endings.push(endSetUp);
  const db = await openMigrated(url, config, log);
  endings.push(() => db.destroy(), lines.keepIn(db));
  // Only the embedded database belongs to one process; on a shared one a missing mark may be another's.
  const start =
    config.DATABASE_URL === undefined
      ? await startEpoch(db, new Date())
      : { recovered: false, reconcileFirst: await mustReconcile(db, new Date()) };
  if (start.recovered) say('The last stop was not clean: devices and targets are asked to compare');
  if (config.DATABASE_URL === undefined) endings.push(() => endEpoch(db));

  const sites = config.demo ? await startSites(config, home) : undefined;
  if (sites) endings.push(() => sites.stop());
  await shipCatalogs(db);
  const smtpUrl = config.JOBDOCK_SMTP_URL ?? sites?.mailbox?.smtpUrl;
  const isMailIn = sites !== undefined || config.mailIn.port !== undefined;
  const services = createServices({
    effects: commandEffects,
    db,
    rootKeys: await startWithKeys(db, keyPlaceOf(config, home)),
    log,
    now: () => new Date(),
    config: {
      publicUrl: config.publicUrl,
      home,
      backups: backupFolder(home, config.JOBDOCK_BACKUPS),
      version: manifest.version,
      vendorSiteUrl: sites?.vendorSiteUrl ?? null,
      allowHosts: [...config.allowHosts, ...(sites ? hostsOf(sites) : [])],
      bullhornDoubleUrl: sites?.bullhornUrl ?? null,
      signOnDoubleUrl: sites?.signOnUrl ?? null,
      sentThrough: smtpUrl === undefined ? null : { host: new URL(smtpUrl).host, mailboxUrl: sites?.mailbox?.pageUrl ?? null },
      mailIn: isMailIn ? { domain: config.mailIn.domain, ...(sites && { resolver: demoRecords }) } : null,
    },
  });
  const demo = sites ? await seedDemo(services, sites) : undefined;
  if (!sites && config.JOBDOCK_ADMIN_EMAIL !== undefined) await sayFirstAdministrator(services, config.JOBDOCK_ADMIN_EMAIL);
  await giveNewRights(db);
  await sealStoredAddresses(db, services.secrets);
  await endSetUp();
  const smtp = smtpUrl === undefined ? undefined : { url: smtpUrl, from: config.JOBDOCK_MAIL_FROM };
  endings.push(await startBackground(services, { smtp, ...start }));
  if (isMailIn) await takeMails(services, config, { endings, demoKey: demo?.mailKey ?? null });
  const ownUrl = await openServer(services, config, endings);
  endings.push(startSender(services, ownUrl, demo?.webhookKey ?? null));
  say(`Jobdock is ready at ${config.publicUrl} (service started in ${seconds(startedAt)})`);
  if (sites) saySignIns(sites);
}

/** Writes to the output from `level` on, and what administrators read in the system log always. */
function loggerOf(level: Config['JOBDOCK_LOG']): readonly [Logger, LogLines] {
  const lines = collectLogLines();
  const output = level === 'silent' ? [] : [{ level, stream: pino.destination(1) }];
  const least = level === 'debug' ? level : 'info';
  const log = pino(
    { level: least, redact: { paths: ['*.password', '*.token', 'req.headers'], remove: true }, mixin: nameWork },
    pino.multistream([...output, { level: 'info', stream: lines }]),
  );
  return [log, lines];
}

/** Stores the crawlers and parsers of this build. */
async function shipCatalogs(db: Services['db']): Promise<void> {
  await shipCrawlers(db);
  await publishCrawlers(db);
  await shipParsers(db);
}

async function openMigrated(url: string, config: Config, log: Logger): Promise<Services['db']> {
  const since = performance.now();
  const applied = await migrate(url);
  say(`Database is up to date: ${applied.length} of its migrations were new (${seconds(since)})`);
  return openDatabase(url, { max: config.JOBDOCK_DATABASE_POOL, slow: logSlowStatements(log, config.JOBDOCK_SLOW_QUERY_MS) });
}

/** Hosts of the demo's systems, which the service may reach although they are on loopback. */
const hostsOf = ({ doubleUrls, ...sites }: Awaited<ReturnType<typeof startSites>>): readonly string[] =>
  [...Object.values(doubleUrls), sites.slackUrl, sites.jiraUrl, sites.twilioUrl, sites.freshBooksUrl, sites.trioUrl].map(hostOf);

async function openDatabaseServer(config: Config, home: string, endings: Endings): Promise<string> {
  if (config.DATABASE_URL !== undefined) {
    await refusePooler(config.DATABASE_URL);
    return config.DATABASE_URL;
  }
  const since = performance.now();
  const embedded = await startEmbedded(home, { onLost: say });
  endings.push(() => embedded.stop());
  say(`PostgreSQL runs, its data in ${home} (${seconds(since)})`);
  return embedded.url();
}

/** Starts to answer calls, and to serve the figures. Returns the address at which calls are answered. */
async function openServer(services: Services, config: Config, endings: Endings): Promise<string> {
  const metrics = config.JOBDOCK_METRICS_PORT === undefined ? undefined : createMetrics(services);
  const server = await buildServer({
    services,
    handlers: routes,
    clientFolder: resolve(root, 'dist/client'),
    trustProxy: config.JOBDOCK_TRUST_PROXY,
    workerGone: config.JOBDOCK_WORKER_GONE === '1',
    ...(metrics && { answered: metrics.answered }),
  });
  if (metrics) endings.push(await serveMetrics(metrics, server, { config, log: services.log }));
  endings.push(() => server.drain(config.stopNotice * 1000));
  return server.app.listen({ port: config.PORT, host: config.HOST });
}

/** Serves the figures of this process. Returns what ends it. */
async function serveMetrics(
  metrics: Metrics,
  server: Server,
  { config, log }: { readonly config: Config; readonly log: Logger },
): Promise<() => Promise<void>> {
  metrics.countStreams(server.streams);
  const host = config.JOBDOCK_METRICS_HOST;
  const { port, stop } = await startMetricsServer(metrics, { host, port: config.JOBDOCK_METRICS_PORT ?? 0, log });
  say(`Figures for Prometheus are at http://${host}:${port}/metrics`);
  return stop;
}

/** Starts the server that takes emails of vendors in, and the demo's vendor that sends them to the address with `demoKey`. */
async function takeMails(
  services: Services,
  { mailIn, ...config }: Config,
  { endings, demoKey }: { readonly endings: Endings; readonly demoKey: string | null },
): Promise<void> {
  const [cert, key] = await Promise.all([readGiven(config.JOBDOCK_MAIL_IN_CERT), readGiven(config.JOBDOCK_MAIL_IN_KEY)]);
  const server = await startMailServer(services, {
    host: config.JOBDOCK_MAIL_IN_HOST,
    port: mailIn.port ?? 0,
    domain: mailIn.domain,
    others: ticketRecipients(services),
    ...(cert !== undefined && key !== undefined && { certificate: { cert, key } }),
  });
  endings.push(() => server.stop());
  say(`Emails of vendors are taken at ${config.JOBDOCK_MAIL_IN_HOST}:${server.port}, for addresses at ${mailIn.domain}`);
  if (demoKey === null) return;
  endings.push(startMailVendor({ port: server.port, address: `${demoKey}@${mailIn.domain}`, now: services.now }));
}

/** Starts the demo's vendor that sends its jobs to the webhook with `key`, if there is one. Returns what ends it. */
const startSender = ({ now }: Services, ownUrl: string, key: string | null): (() => Promise<void>) =>
  key === null ? async () => undefined : startWebhookVendor({ address: addressOf(ownUrl, key), now });

const readGiven = async (file: string | undefined) => (file === undefined ? undefined : readFile(file, 'utf8'));

const hostOf = (url: string): string => new URL(url).host;

const startSites = (config: Config, home: string) =>
  startDemoSites({
    home,
    now: () => new Date(),
    ownMailServer: config.JOBDOCK_SMTP_URL !== undefined,
    people: demoSignIns.filter(({ roleId }) => roleId !== 2),
    redirectUri: new URL(signOnPath, config.publicUrl).href,
    answersUrl: answersUrl(config.publicUrl),
  });

function saySignIns({ mailbox, ...sites }: Awaited<ReturnType<typeof startSites>>): void {
  say('Demo sign-ins:');
  for (const person of [...demoSignIns, sisterSignIn])
    say(`  ${person.role.padEnd(30)} ${person.email.padEnd(32)} ${person.password}`);
  if (mailbox) say(`Emails of the demo: ${mailbox.pageUrl}`);
  say(`Slack of the demo: ${sites.slackUrl}`);
  say(`Jira of the demo: ${sites.jiraUrl}`);
  say(`Phones of the demo: ${sites.twilioUrl}`);
  say(`FreshBooks of the demo: ${sites.freshBooksUrl}`);
  say(`AI of the demo (stand-in, not a model): ${sites.modelUrl}/v1`);
}

async function sayFirstAdministrator(services: Services, email: string): Promise<void> {
  const password = await seedFirstAdministrator(services, email);
  if (password !== undefined) say(`First administrator: ${email} with password ${password}, to be changed at once`);
}

/** Ends everything in the opposite order of its start; one that fails does not keep the others from ending. */
async function end(endings: Endings): Promise<void> {
  for (const ending of endings.splice(0).reverse()) {
    await ending().catch((error: unknown) => say(`While stopping: ${String(error)}`));
  }
}

const endings: Endings = [];
let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    say('Stopping: calls under way may finish');
    void end(endings).then(() => process.exit(0));
  });
}
try {
  await start(endings);
} catch (error) {
  say(`Jobdock could not start. ${explainStart(error)}`);
  await end(endings);
  process.exit(1);
}
