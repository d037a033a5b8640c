import type { Recipe } from '#contract/collecting/recipe.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { PagePlan } from '#server/parsing/files/page-plan.ts';
import { type KeptParser, keepParser } from '#server/parsing/kept-parser.ts';
import { type PageRead, readPagesApart } from '#server/parsing/read-apart.ts';
import type { CollectorTask, CollectorTools, CollectProblem } from '../collector.ts';
import { failed, problemOfPage } from '../problems.ts';
import type { PortalSettings } from './portal-settings.ts';
import { type Site, type SitePage, visitSite } from './portal-site.ts';
import { recipeProblems } from './recipe-problems.ts';
import { asksToSignIn, formPlan, signIn } from './sign-in.ts';

/** A page that was opened and read. */
export type Visited = { readonly url: string; readonly status: number; readonly page: PageRead };
type Visits = Result<readonly Visited[], CollectProblem>;

export type Session = {
  readonly home: string;
  readonly recipe: Recipe;
  readonly addressOf: Site['addressOf'];
  /** Opens and reads pages. If the vendor has signed the task out, it signs in again, once in a session. */
  readonly visit: (addresses: readonly string[], plan: PagePlan, step: string) => Promise<Visits>;
};

/** Pages are read together up to this size, as each reading waits for its turn. */
const bytesTogether = 4 * 1024 * 1024;

/** Signs in, if the recipe says how, and goes on with the session. One parsing process reads all of its pages. */
export async function inSession<T>(
  task: CollectorTask<PortalSettings>,
  tools: CollectorTools,
  goOn: (session: Session) => Promise<Result<T, CollectProblem>>,
): Promise<Result<T, CollectProblem>> {
  const kept = keepParser();
  try {
    const session = await openSession({ ...task, kept }, tools);
    return session.ok ? await goOn(session.value) : session;
  } finally {
    kept.end();
  }
}

type KeptTask = CollectorTask<PortalSettings> & { readonly kept: KeptParser };

async function openSession(task: KeptTask, tools: CollectorTools): Promise<Result<Session, CollectProblem>> {
  const { recipe } = task.settings;
  const { url } = task.credentials;
  if (!URL.canParse(url))
    return failed('setup', 'Enter the address of the portal in the task, such as https://portal.vendor.com.');
  const [wrong] = recipeProblems(recipe);
  if (wrong) return failed('setup', `The recipe of this kind of task is wrong at ${wrong.field}: ${wrong.words}`);
  const site = visitSite(new URL(url), recipe.hosts, tools);
  if (recipe.signIn) {
    const signedIn = await signIn(site, url, recipe.signIn, task);
    if (!signedIn.ok) return signedIn;
  }
  return ok({ home: url, recipe, addressOf: site.addressOf, visit: visitor(site, url, recipe, task) });
}

function visitor(site: Site, home: string, recipe: Recipe, task: KeptTask): Session['visit'] {
  let again = false;

  async function openAll(addresses: readonly string[], plan: PagePlan, step: string): Promise<Visits> {
    const visited: Visited[] = [];
    let waiting: SitePage[] = [];
    const readWaiting = async (): Promise<CollectProblem | null> => {
      const read = await readPagesApart(waiting, plan, { customerId: task.customerId, background: true }, { kept: task.kept });
      if (!read.ok) return problemOfPage(step, read.error);
      for (const [at, page] of read.value.entries()) {
        const { url, status } = waiting[at] ?? { url: home, status: 0 };
        visited.push({ url, status, page });
      }
      waiting = [];
      return null;
    };
    for (const address of addresses) {
      const page = await site.open(address, step);
      if (!page.ok) return page;
      const size = waiting.reduce((sum, { bytes }) => sum + bytes.length, page.value.bytes.length);
      const problem = waiting.length > 0 && size > bytesTogether ? await readWaiting() : null;
      if (problem) return no(problem);
      waiting.push(page.value);
    }
    const problem = waiting.length > 0 ? await readWaiting() : null;
    return problem ? no(problem) : ok(visited);
  }

  const isSignedOut = ({ status, page }: Visited): boolean =>
    status === 401 || status === 403 || page.signs.includes('signedOut') || (recipe.signIn !== null && asksToSignIn(page));

  return async (addresses, asked, step) => {
    const signs = { ...asked.signs, ...(recipe.signIn && { signedOut: recipe.signIn.signedOut }) };
    const plan: PagePlan = { ...asked, signs, ...(recipe.signIn && { form: formPlan(recipe.signIn) }) };
    const first = await openAll(addresses, plan, step);
    if (!first.ok) return first;
    const out = first.value.flatMap((one, at) => (isSignedOut(one) ? [at] : []));
    if (out.length === 0) return first;
    if (!recipe.signIn) return failed('sign_in', `${step}: the vendor asks to sign in, and the recipe does not say how.`);
    if (again) return failed('sign_in', `${step}: the vendor ended the session twice. Use a sign-in that no one else uses.`);
    again = true;
    const signedIn = await signIn(site, home, recipe.signIn, task);
    if (!signedIn.ok) return signedIn;
    const second = await openAll(
      out.flatMap((at) => addresses[at] ?? []),
      plan,
      step,
    );
    if (!second.ok) return second;
    if (second.value.some(isSignedOut))
      return failed('sign_in', `${step}: the vendor asks to sign in again right after the sign-in.`);
    const renewed = new Map(out.map((at, n) => [at, second.value[n]]));
    return ok(first.value.map((one, at) => renewed.get(at) ?? one));
  };
}
