import { isIP, isIPv4 } from 'node:net';
import * as z from 'zod';

/** How many proxies stand before the service, or their addresses: only what these wrote into X-Forwarded-For is believed. */
const TrustedProxies = z.string().transform((text, context): number | string[] => {
  if (/^\d$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  const areAddresses = addresses.every((address) => {
    const [ip = '', bits, ...more] = address.split('/');
    const longest = isIPv4(ip) ? 32 : 128;
    return isIP(ip) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest));
  });
  if (areAddresses) return addresses;
  context.addIssue('Write the number of proxies before the service (0 to 9), or their addresses: 10.0.0.5, 10.1.0.0/16');
  return z.NEVER;
});

/** Hosts that collectors may reach although they are private or plain http: `10.0.0.5:8080, vendor.test:443`. */
const AllowedHosts = z.string().transform((text, context): string[] => {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase());
  if (hosts.every((host) => /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\]):\d{1,5}$/.test(host)))
    return hosts.map((host) => host.replace(/^\[|\](?=:)/g, ''));
  context.addIssue('Write each host with its port, separated by commas: 10.0.0.5:8080, vendor.test:443');
  return z.NEVER;
});

/** What the surroundings of the process decide; README lists it. */
const Settings = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(4180),
  /** Loopback unless somebody says otherwise. */
  HOST: z.string().min(1).default('127.0.0.1'),
  JOBDOCK_HOME: z.string().optional(),
  /** Folder for the nightly backups; `off` makes none. */
  JOBDOCK_BACKUPS: z.string().min(1).optional(),
  DATABASE_URL: z.string().min(1).optional(),
  /** Connections of the pool of a process. */
  JOBDOCK_DATABASE_POOL: z.coerce.number().int().min(4).max(200).default(16),
  /** Statements that take longer are logged; 0 logs none. */
  JOBDOCK_SLOW_QUERY_MS: z.coerce.number().int().min(0).max(600_000).default(1000),
  /** Port of the figures for Prometheus; off without it. */
  JOBDOCK_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  JOBDOCK_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  JOBDOCK_MASTER_KEY: z.string().optional(),
  /** The master key before the last rotation, for a database or a backup that still needs it. */
  JOBDOCK_OLD_MASTER_KEY: z.string().optional(),
  /** For the command that rotates the master key. */
  JOBDOCK_NEW_MASTER_KEY: z.string().optional(),
  JOBDOCK_PUBLIC_URL: z.url().optional(),
  JOBDOCK_SMTP_URL: z.url().optional(),
  JOBDOCK_MAIL_FROM: z.string().default('Jobdock <no-reply@localhost>'),
  /** Port that takes emails of vendors in; off without it, but in the demo. */
  JOBDOCK_MAIL_IN_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  JOBDOCK_MAIL_IN_HOST: z.string().min(1).default('127.0.0.1'),
  /** What tasks' addresses have after the @: a domain whose MX record names this installation. */
  JOBDOCK_MAIL_IN_DOMAIN: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i, 'Write a domain, such as mail.agency.example')
    .optional(),
  /** Files of a certificate and its key (PEM), so that emails come encrypted. */
  JOBDOCK_MAIL_IN_CERT: z.string().min(1).optional(),
  JOBDOCK_MAIL_IN_KEY: z.string().min(1).optional(),
  JOBDOCK_TRUST_PROXY: TrustedProxies.default(0),
  /** How many seconds a process that stops says so in its health before it closes connections. */
  JOBDOCK_STOP_NOTICE: z.coerce.number().int().min(0).max(300).optional(),
  JOBDOCK_DEMO: z.enum(['0', '1']).optional(),
  JOBDOCK_ALLOW_HOSTS: AllowedHosts.optional(),
  /** The way out of a broken service worker: every browser removes it. */
  JOBDOCK_WORKER_GONE: z.enum(['0', '1']).default('0'),
  JOBDOCK_ADMIN_EMAIL: z.email().optional(),
  JOBDOCK_LOG: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
});

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);

/** Emails go to a name, never to a number. */
function mailDomainOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'jobs.localhost';
}

/** Settings of a process. Throws with one line per bad variable. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const parsed = Settings.safeParse(environment);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const settings = parsed.data;
  const local = loopback.has(settings.HOST);
  const demo = settings.JOBDOCK_DEMO === undefined ? local && settings.DATABASE_URL === undefined : settings.JOBDOCK_DEMO === '1';
  // Its passwords are public knowledge.
  if (demo && !local) throw new Error('JOBDOCK_DEMO: the demo agency is for loopback only; unset HOST or JOBDOCK_DEMO');
  // It opens what the outbound guard keeps shut, so it is for trying things out only.
  if (settings.JOBDOCK_ALLOW_HOSTS !== undefined && !demo)
    throw new Error(
      'JOBDOCK_ALLOW_HOSTS: private hosts are reached in the demo only; unset it, or set JOBDOCK_DEMO=1 on loopback',
    );
  if (demo && !loopback.has(settings.JOBDOCK_MAIL_IN_HOST))
    throw new Error('JOBDOCK_MAIL_IN_HOST: the demo takes emails on loopback only; unset it, or set JOBDOCK_DEMO=0');
  if ((settings.JOBDOCK_MAIL_IN_CERT === undefined) !== (settings.JOBDOCK_MAIL_IN_KEY === undefined))
    throw new Error('JOBDOCK_MAIL_IN_CERT: a certificate needs its key; set both JOBDOCK_MAIL_IN_CERT and JOBDOCK_MAIL_IN_KEY');
  const publicUrl = settings.JOBDOCK_PUBLIC_URL ?? `http://${local ? '127.0.0.1' : settings.HOST}:${settings.PORT}`;
  const mailIn = { domain: settings.JOBDOCK_MAIL_IN_DOMAIN ?? mailDomainOf(publicUrl), port: settings.JOBDOCK_MAIL_IN_PORT };
  // A database that others share has a balancer before them; the embedded one has a single process.
  const stopNotice = settings.JOBDOCK_STOP_NOTICE ?? (settings.DATABASE_URL === undefined ? 0 : 10);
  return {
    ...settings,
    stopNotice,
    mailIn,
    demo,
    allowHosts: settings.JOBDOCK_ALLOW_HOSTS ?? [],
    publicUrl: publicUrl.replace(/\/+$/, ''),
  };
}

/** Where the master keys of a process are. */
export const keyPlaceOf = (config: ReturnType<typeof readConfig>, home: string) => ({
  home,
  masterKey: config.JOBDOCK_MASTER_KEY,
  oldMasterKey: config.JOBDOCK_OLD_MASTER_KEY,
});
