import type { Recipe } from '#contract/collecting/recipe.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { PagePlan } from '#server/parsing/files/page-plan.ts';
import type { KeptParser } from '#server/parsing/kept-parser.ts';
import { type PageRead, readPagesApart } from '#server/parsing/read-apart.ts';
import type { CollectProblem, Credentials } from '../collector.ts';
import { failed, problemOfPage } from '../problems.ts';
import { linkBase, type Site, type SitePage } from './portal-site.ts';

export type SignIn = NonNullable<Recipe['signIn']>;
type Done = Result<null, CollectProblem>;

/** The controls of the sign-in form. */
export const formPlan = ({ form, username, password, orgKey }: SignIn): NonNullable<PagePlan['form']> => ({
  at: form,
  controls: { username, password, ...(orgKey !== undefined && { orgKey }) },
});

/** Whether a page shows the form that people sign in with. */
export const asksToSignIn = ({ form }: PageRead): boolean =>
  form !== null && 'username' in form.named && 'password' in form.named;

const labels = { username: 'user name', password: 'password', orgKey: 'org key' } as const;

/** Signs in with a portal's form, as a browser would. */
export async function signIn(
  site: Site,
  home: string,
  recipe: SignIn,
  {
    credentials,
    customerId,
    kept,
  }: { readonly credentials: Credentials; readonly customerId: number; readonly kept: KeptParser },
): Promise<Done> {
  const needed = (['username', 'password', ...(recipe.orgKey === undefined ? [] : (['orgKey'] as const))] as const).filter(
    (name) => credentials[name] === '',
  );
  if (needed.length > 0)
    return failed(
      'setup',
      `The portal asks for the ${needed.map((name) => labels[name]).join(' and the ')}. Enter it in the task.`,
    );
  const read = async (page: SitePage, plan: PagePlan, step: string): Promise<Result<PageRead, CollectProblem>> => {
    const pages = await readPagesApart([page], plan, { customerId, background: true }, { kept });
    if (!pages.ok) return no(problemOfPage(step, pages.error));
    const [only] = pages.value;
    return only ? ok(only) : failed('unreadable', `${step}: the page could not be read.`);
  };

  site.forget();
  const step = 'The sign-in page';
  const address = site.addressOf(recipe.page, home, step);
  if (!address.ok) return address;
  const page = await site.open(address.value, step);
  if (!page.ok) return page;
  if (page.value.status === 404 || page.value.status === 410)
    return failed('page_changed', `${step}: the vendor no longer has it (status ${page.value.status}).`);
  const shown = await read(page.value, { form: formPlan(recipe) }, step);
  if (!shown.ok) return shown;
  const filled = filledForm(shown.value, recipe, credentials);
  if (!filled.ok) return filled;
  const base = linkBase(page.value.url, shown.value.base);
  const action = site.addressOf(filled.value.action, filled.value.action === '' ? page.value.url : base, step);
  if (!action.ok) return action;
  const sent = { method: 'POST', fields: filled.value.fields } as const;
  const answer = await site.open(action.value, 'The sign-in', sent, page.value.url);
  if (!answer.ok) return answer;
  const { worked, refused, expired } = recipe;
  const outcome = await read(
    answer.value,
    { form: formPlan(recipe), signs: { worked: [worked], refused, expired } },
    'The sign-in',
  );
  return outcome.ok ? judge(outcome.value, answer.value.status) : outcome;
}

/** The form's own values with the credentials in their place. */
function filledForm({ form }: PageRead, recipe: SignIn, credentials: Credentials) {
  const step = 'The sign-in page';
  if (form === null) return failed('page_changed', `${step}: no form matches “${recipe.form}”.`);
  const fields = new Map<string, string>(form.controls.map(({ name, value }) => [name, value]));
  for (const control of ['username', 'password', 'orgKey'] as const) {
    const selector = recipe[control];
    if (selector === undefined) continue;
    const name = form.named[control];
    if (name === undefined)
      return failed('page_changed', `${step}: no control for the ${labels[control]} matches “${selector}”.`);
    fields.set(name, credentials[control]);
  }
  if (form.method === 'GET')
    return failed('page_changed', `${step}: its form would put the password into the address, so it was not sent.`);
  return ok({ action: form.action, fields: Array.from(fields, ([name, value]) => ({ name, value })) });
}

function judge(page: PageRead, status: number): Done {
  if (page.signs.includes('expired'))
    return failed('password_expired', 'The vendor says that the password has expired. Change it there, then enter the new one.');
  if (page.signs.includes('refused')) return failed('sign_in', 'The vendor refused the user name or password.');
  if (page.signs.includes('worked')) return ok(null);
  if (status === 401 || status === 403) return failed('sign_in', `The vendor refused the sign-in (status ${status}).`);
  if (asksToSignIn(page)) return failed('sign_in', 'The vendor shows its sign-in form again, without what a sign-in shows.');
  return failed('page_changed', 'The sign-in: the page after it shows neither that it worked nor that it was refused.');
}
