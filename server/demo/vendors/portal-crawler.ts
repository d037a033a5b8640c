import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import type { CrawlerDraft } from '../../collecting/crawlers/crawler-setups.ts';
import { demoPortalRecipe } from './portal-recipe.ts';

/** The crawler for the portal of the demo's vendor site, as an administrator would add it: a portal has no shipped recipe. */
export const demoPortalCrawler: CrawlerDraft = {
  name: 'Crestview Portal',
  site: 'Crestview',
  about: 'Signs in to the portal of Crestview, reads its list of open orders and the page of each',
  kind: 'portal',
  tags: ['portal'],
  settings: settingsWith('url', 'username', 'password', 'orgKey'),
  recipe: demoPortalRecipe,
  isDeleted: false,
};
