#!/usr/bin/env node
import { ensureChromium } from './browser.mjs';
// `npm run long -- NAME`: the long form of a test whose short form `npm run check` runs. Without a name, lists them.
import { build } from './build.mjs';
import { ensurePackages, run, say } from './tasks.mjs';

const vitest = (project, ...paths) => ['npx', ['vitest', 'run', '--project', project, '--testTimeout=7200000', ...paths]];
const e2e = (spec) => ['npm', ['run', '-s', 'e2e', '--', spec, '--workers=1']];
/** A failure prints the seed. */
const newSeed = String(Date.now() % 2 ** 31);
const script = (name, ...args) => ['npm', ['run', '-s', name, '--', ...args]];

/** Each form: what it checks, what runs, and its default settings. The environment overrides them. */
const forms = {
  histories: { about: '20,000 simulated histories and every planted bug', command: script('simulate', '--histories', '20000') },
  kills: { about: '200 kills of service and database under load', command: script('kill', '--cycles', '200') },
  'collect-kills': {
    about: '100 kills of a process in the middle of collections',
    command: vitest('pg', 'collect-kills'),
    env: { COLLECT_KILLS: '100' },
  },
  'mail-kills': {
    about: '200 kills of a process that takes emails and reads them',
    command: vitest('pg', 'mail-kills'),
    env: { MAIL_KILLS: '200' },
  },
  'sent-mails': {
    about: '2,000 emails sent by three processes with 20 kills, counted at the mail server, with a new seed',
    command: vitest('pg', 'tests/mail-out'),
    env: { SENT_MAILS: '2000', SENT_MAIL_KILLS: '20', SENT_MAIL_SEED: newSeed },
  },
  'file-kills': {
    about: '50 kills of a process in the middle of files of reports',
    command: vitest('pg', 'file-kills'),
    env: { FILE_KILLS: '50' },
  },
  'file-rows': {
    about: 'a CSV of a million rows, between whose portions others are answered',
    command: vitest('unit', 'files/report-file'),
    env: { FILE_ROWS: '1000000' },
  },
  'collect-hangs': {
    about: '100 tasks due at once, of which 5 hang',
    command: vitest('pg', 'due-tasks'),
    env: { COLLECT_TASKS: '100', COLLECT_HANGING: '5' },
  },
  attack: { about: 'every attack on the built service, with a new seed', command: script('attack', '--seed', newSeed) },
  feed: {
    about: '500,000 commits read in order during dumps',
    command: vitest('pg', 'feed-order'),
    env: { FEED_COMMITS: '500000' },
  },
  races: {
    about: 'eight devices changing three jobs for half an hour',
    command: vitest('pg', 'shared-rows'),
    env: { RACE_SECONDS: '1800' },
  },
  replay: {
    about: '500 lanes that repeat their batches',
    command: vitest('pg', 'replay.property'),
    env: { FUZZ_RUNS: '500' },
  },
  interleavings: {
    about: '1,000 interleavings of changes, kills and lost answers, with a new seed',
    command: vitest('unit', 'sync.property'),
    env: { FUZZ_RUNS: '1000', FUZZ_SEED: newSeed },
  },
  feeds: {
    about: '100,000 damaged feeds, with a new seed',
    command: vitest('unit', 'mutated-feeds'),
    env: { FUZZ_RUNS: '100000', FUZZ_SEED: newSeed },
  },
  descriptions: {
    about: '100,000 random descriptions of jobs',
    command: vitest('unit', 'format-description.property'),
    env: { DESCRIPTIONS: '100000' },
  },
  pages: {
    about: '100,000 damaged pages of a portal, with a new seed',
    command: vitest('unit', 'mutated-pages'),
    env: { FUZZ_RUNS: '100000', FUZZ_SEED: newSeed },
  },
  actions: {
    about: '100,000 random jobs for which menu, bulk bar, worker and service offer the same actions, with a new seed',
    command: vitest('unit', 'job-actions.property'),
    env: { ACTION_JOBS: '100000', ACTION_SEED: newSeed },
  },
  rules: {
    about: 'a million pairs of rule and job',
    command: vitest('unit', 'rule-engine.property'),
    env: { RULE_PAIRS: '1000000' },
  },
  rights: {
    about: '200,000 histories of edits of people and roles, with a new seed, and every planted bug',
    command: vitest('unit', 'rights.property'),
    env: { RIGHTS_HISTORIES: '200000', RIGHTS_SEED: newSeed },
  },
  'rights-taken': {
    about: 'a right taken 200 times from open calls, streams and outboxes; prints the greatest delays',
    command: vitest('pg', 'rights-taken'),
    env: { RIGHTS_TAKEN: '200' },
  },
  patterns: {
    about: 'a costly pattern over 100,000 jobs with texts of 20 kB',
    command: vitest('pg', 'patterns-and-loop'),
    env: { PATTERN_JOBS: '100000' },
  },
  'cancel-orders': {
    about: 'the open orders of a source with 20,000 jobs are canceled and opened again, every row as it was',
    command: vitest('pg', 'cancel-orders'),
    env: { CANCEL_ORDERS: '20000' },
  },
  trials: {
    about: '100,000 posts to each kind of target, with lost answers and dead tokens: none is there twice',
    command: vitest('unit', 'tests/posting/post-trial'),
    env: { TRIAL_POSTS: '100000' },
  },
  unchanged: {
    about: 'rules that run again over 100,000 unchanged jobs and write none',
    command: vitest('pg', 'unchanged-jobs'),
    env: { UNCHANGED_JOBS: '100000' },
  },
  isolation: {
    about: 'half an hour of concurrent changes, reads and killed connections, checked for anomalies; [--seed N] [--minutes M]',
    command: vitest('pg', 'tests/isolation'),
    env: { ISOLATION_MINUTES: '30', ISOLATION_SEED: newSeed },
    settings: { seed: 'ISOLATION_SEED', minutes: 'ISOLATION_MINUTES' },
  },
  'audit-million': {
    about: 'an audit of 1,000,000 lines: one changed byte is found, and every page of the activity is fast',
    command: vitest('pg', 'audit-million'),
    env: { AUDIT_LINES: '1000000' },
  },
  'browser-kills': {
    about: '100 kills of the browser while editing',
    command: e2e('browser-kill'),
    env: { BROWSER_KILLS: '100' },
  },
  values: {
    about: 'every hostile value in every argument of every call',
    command: vitest('pg', 'hostile-values'),
    env: { HOSTILE_VALUES: 'all' },
  },
  changes: {
    about: 'every hostile value in every place of every change',
    command: vitest('pg', 'hostile-changes'),
    env: { HOSTILE_CHANGES: 'all' },
  },
  uploads: {
    about: 'every hostile file to every upload',
    command: vitest('pg', 'hostile-uploads'),
    env: { HOSTILE_UPLOADS: 'all' },
  },
  hostile: {
    about: 'every hostile feed, email and page, also those of many megabytes',
    command: vitest('unit', 'tests/corpus/hostile-'),
    env: { HOSTILE_FILES: 'all' },
  },
  browser: { about: 'every browser test, also those with the tag @long', command: ['npm', ['run', '-s', 'e2e']] },
  links: {
    about: 'every count that links to jobs, on every screen',
    command: e2e('counted-links'),
    env: { COUNTED_LINKS: '100000' },
  },
  screens: {
    about: 'every screen loaded by its URL offline',
    command: e2e('screens-offline'),
    env: { SCREENS_LOAD_EVERY: '1' },
  },
  devices: { about: '20 rounds of device events', command: e2e('device'), env: { DEVICE_ROUNDS: '20' } },
  drains: { about: '20 outboxes sent over a slow connection', command: e2e('slow-line'), env: { SLOW_DRAINS: '20' } },
  tokens: { about: '200 expired tokens in five tabs', command: e2e('tabs'), env: { TOKEN_EXPIRIES: '200' } },
  upgrades: { about: '50 upgrades with unsent changes', command: e2e('upgrade'), env: { UPGRADE_ROUNDS: '50' } },
};

/** The settings of `--seed N` and the like, as environment variables. Null if one is unknown or has no number. */
function settingsOf(settings, given) {
  const asked = {};
  for (let i = 0; i < given.length; i += 2) {
    const variable = settings[given[i].replace(/^--/, '')];
    if (variable === undefined || !(Number(given[i + 1]) > 0)) return null;
    asked[variable] = given[i + 1];
  }
  return asked;
}

const [name = '', ...given] = process.argv.slice(2);
const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
const asked = form ? settingsOf(form.settings ?? {}, given) : null;
if (form && asked) {
  await ensurePackages();
  await build();
  const [program, args] = form.command;
  const browser = args.includes('e2e') ? { CHROMIUM_PATH: await ensureChromium() } : {};
  const { code } = await run(program, args, { env: { ...browser, ...form.env, ...process.env, ...asked } });
  process.exitCode = code;
} else {
  say('usage: npm run long -- NAME [--SETTING N]');
  for (const [key, { about }] of Object.entries(forms)) say(`  ${key.padEnd(14)} ${about}`);
  process.exitCode = 2;
}
