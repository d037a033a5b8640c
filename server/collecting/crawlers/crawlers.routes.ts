import { sql } from 'kysely';
import { listCrawlers, listCrawlerTags, readCrawler, saveCrawler, syncCrawlers } from '#contract/collecting/crawlers.ts';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { FieldSetup } from '#contract/rows/crawler-settings.ts';
import { crawlerFields, settingsWith, settled } from '#domain/crawlers/crawler-settings.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { ofCustomers } from '#server/kit/db/of-customers.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { type CrawlerDraft, type CrawlerSetup, crawlerSetup, crawlerSetups, storeCrawler } from './crawler-setups.ts';
import { publishCrawlers } from './crawlers.ts';
import { fitTasks, type ResultLine } from './fit-tasks.ts';
import { crawlerIncomplete, crawlerProblem } from './judge-crawler.ts';
import { crawlersWithOrgKey, presetOrgKey, storePresetOrgKey } from './preset-org-key.ts';

/** The catalog of crawlers, for administrators. */
export const crawlerRoutes: Handler[] = [
  handle(listCrawlers, async ({ name, site }, { services: { db } }) => {
    const usage = await usageOf(db);
    const holds = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());
    const found = (await crawlerSetups(db)).filter((crawler) => holds(crawler.name, name) && holds(crawler.site, site));
    return ok(
      found.map(({ settings, tags, ...crawler }) => ({
        ...crawler,
        ...usage(crawler.id),
        tags: [...tags],
        hideFromWizard: settings.hideFromWizard,
      })),
    );
  }),
  handle(listCrawlerTags, async (_args, { services: { db } }) => {
    const tags = (await crawlerSetups(db)).flatMap((crawler) => crawler.tags);
    return ok([...new Set(tags)].sort((a, b) => a.localeCompare(b)));
  }),
  handle(readCrawler, async ({ id }, { services: { db, secrets } }) => {
    const found = id === 0 ? newCrawler : await crawlerSetup(db, id);
    if (!found) return no({ kind: 'not_found' });
    const usage = await usageOf(db);
    return ok({
      ...found,
      ...usage(id),
      tags: [...found.tags],
      hasOrgKey: (await presetOrgKey(db, secrets, id)) !== '',
      changedBy: await nameOf(db, found.changedById),
    });
  }),
  handle(
    saveCrawler,
    { audit: 'crawler.save', ownTransactions: true, stepUp: ({ orgKey }) => orgKey !== undefined },
    async (args, { services, actor, record }) => {
      const saved = await services.db.transaction().execute(async (tx) => {
        const before = args.id === 0 ? undefined : await crawlerSetup(tx, args.id, 'update');
        if (args.id !== 0 && !before) return no({ kind: 'not_found' as const });
        const draft = draftOf(args);
        const problem = await problemOf(tx, args, draft);
        if (problem) return no({ kind: 'invalid' as const, fields: problem });
        const id = await storeCrawler(tx, args.id, draft, { by: actor.actorId, at: services.now() });
        if (args.orgKey !== undefined) await storePresetOrgKey(tx, services.secrets, id, args.orgKey);
        const receipt = await record(tx, { object: ['crawler', id], ...noteOf(before, draft, args.orgKey) });
        await publishCrawlers(tx);
        return ok({ id, receipt });
      });
      if (!saved.ok) return saved;
      return done(await resultsOf(services, saved.value.id), saved.value.receipt);
    },
  ),
  handle(syncCrawlers, { audit: 'crawler.sync', ownTransactions: true }, async (_args, { services, record }) => {
    const receipt = await services.db.transaction().execute(async (tx) => {
      const written = await record(tx, {});
      await publishCrawlers(tx);
      return written;
    });
    return done(await resultsOf(services, null), receipt);
  }),
];

const newCrawler: CrawlerSetup = {
  id: 0,
  name: '',
  site: '',
  about: '',
  kind: 'feed',
  tags: [],
  settings: settingsWith(),
  recipe: null,
  isDeleted: false,
  changedById: null,
  changedAt: null,
};

const draftOf = ({ id: _id, orgKey: _orgKey, tags, settings, ...texts }: ArgsOf<typeof saveCrawler>): CrawlerDraft => ({
  ...texts,
  tags: [...new Set(tags)],
  settings: settled(settings),
});

async function problemOf(tx: Tx, { id, orgKey }: ArgsOf<typeof saveCrawler>, draft: CrawlerDraft) {
  const others = (await crawlerSetups(tx)).filter((other) => other.id !== id && !other.isDeleted);
  if (!draft.isDeleted && others.some(({ name }) => name.toLowerCase() === draft.name.toLowerCase()))
    return { name: 'Another crawler has this name. Choose a different one.' };
  const hasOrgKey = orgKey === undefined ? (await crawlersWithOrgKey(tx)).has(id) : orgKey !== null;
  return crawlerProblem({ ...draft, id, hasOrgKey, tasks: (await usageOf(tx))(id).tasks });
}

/** What the audit shows. A recipe and an org key appear by name only. */
function noteOf(before: CrawlerSetup | undefined, draft: CrawlerDraft, orgKey: string | null | undefined) {
  const isNewRecipe = !sameJson(before?.recipe ?? null, draft.recipe);
  const hidden = [...(isNewRecipe ? ['recipe'] : []), ...(orgKey === undefined ? [] : ['orgKey'])];
  return {
    changed: changesBetween(before && shownInAudit(before), shownInAudit(draft)),
    facts: { name: draft.name, settings: hidden },
  };
}

/** A crawler with its fields in words, so that a line of the audit can be read. */
function shownInAudit({ name, site, about, kind, tags, settings, isDeleted }: CrawlerDraft) {
  const { onlyLabel, hideFromWizard, presetOrgKey: isPreset } = settings;
  const words = crawlerFields.map((field) => [`${field}Field`, fieldWords(settings[field])] as const);
  return { name, site, about, kind, tags, isDeleted, onlyLabel, hideFromWizard, isPreset, ...Object.fromEntries(words) };
}

function fieldWords({ active, customizable, adminOnly, text }: FieldSetup): string {
  if (!active) return 'off';
  const flags = [customizable ? 'customizable' : '', adminOnly ? 'administrators only' : '', text === '' ? '' : `“${text}”`];
  return ['active', ...flags.filter((flag) => flag !== '')].join(', ');
}

/** What became of one crawler, or of all, and of the tasks that had to change. */
async function resultsOf(services: Parameters<typeof fitTasks>[0], only: number | null): Promise<ReplyOf<typeof syncCrawlers>> {
  const { db } = services;
  const [usage, withOrgKey] = await Promise.all([usageOf(db), crawlersWithOrgKey(db)]);
  const crawlers = (await crawlerSetups(db)).filter(({ id }) => only === null || id === only);
  const lineOf = (crawler: CrawlerSetup): ResultLine => {
    const { id, name, isDeleted } = crawler;
    const error = isDeleted ? '' : crawlerIncomplete({ ...crawler, tasks: usage(id).tasks, hasOrgKey: withOrgKey.has(id) });
    const status = isDeleted ? 'Deleted' : error !== '' ? 'Incomplete' : only === null ? 'Sent' : messages.saved;
    return { name, active: !isDeleted, status, error };
  };
  return { Crawlers: crawlers.map(lineOf), Tasks: await fitTasks(services, crawlers) };
}

/** How many tasks a crawler has, and how many customers have them. */
async function usageOf(db: Db | Tx): Promise<(id: number) => { tasks: number; customers: number }> {
  const { rows } = await sql<{ id: number; tasks: number; customers: number }>`
    select (row ->> 'crawlerId')::integer as id, count(*) as tasks, count(distinct customer_id) as customers
    from task where ${ofCustomers('all')} and not deleted group by 1`.execute(db);
  const found = new Map(rows.map(({ id, ...counts }) => [id, counts]));
  return (id) => found.get(id) ?? { tasks: 0, customers: 0 };
}

async function nameOf(db: Db, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  return (await db.selectFrom('app_user').select('name').where('id', '=', userId).executeTakeFirst())?.name ?? null;
}
