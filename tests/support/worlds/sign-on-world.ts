import type { LightMyRequestResponse } from 'fastify';
import { signOnPath } from '#contract/people/sign-on.ts';
import { type SignOnDouble, signOnClient, startSignOnDouble } from '#server/demo/oidc/sign-on-double.ts';
import { clientSecretOf } from '#server/people/sign-on/sign-on-settings.ts';
import { emails, startTestService, type TestService } from '../test-service.ts';

/** Address of the test service, as browsers see it. */
const publicUrl = 'http://127.0.0.1:4180';
/** The domain of the people of `north`. */
export const northDomain = 'north.test';

/** Starts a provider whose people are the test users and one whom no customer knows, and a service that may call it. */
export async function startSignOnWorld(): Promise<{ service: TestService; provider: SignOnDouble }> {
  const known = Object.values(emails).map((email) => ({ email, name: email }));
  const people = [...known, { email: `unknown@${northDomain}`, name: 'Unknown' }];
  const provider = await startSignOnDouble({ people, redirectUri: `${publicUrl}${signOnPath}` });
  return { service: await startTestService({ publicUrl, signOnDoubleUrl: provider.url }), provider };
}

/** Gives `north` its sign-on at the provider, with its domain confirmed. */
export async function giveSignOn({ services, people }: TestService, provider: SignOnDouble): Promise<void> {
  const { db, secrets } = services;
  const customer_id = people.north;
  await db.transaction().execute(async (tx) => {
    const own = { issuer: provider.url, client_id: signOnClient.clientId };
    await tx
      .insertInto('sign_on')
      .values({ customer_id, ...own })
      .execute();
    await tx.insertInto('sign_on_domain').values({ customer_id, domain: northDomain, confirmed_at: new Date() }).execute();
    await secrets.put(tx, clientSecretOf(customer_id), signOnClient.clientSecret);
  });
}

/** What a person does at the provider: opens its page and chooses who signs in. Returns the query that it sends back. */
export async function chooseAtProvider(address: string, email: string): Promise<string> {
  const page = await fetch(address);
  if (!page.ok) throw new Error(`the provider refuses: ${await page.text()}`);
  const url = new URL(address);
  const body = new URLSearchParams([...url.searchParams, ['person', email]]);
  const answer = await fetch(new URL(url.pathname, url), { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').search.slice(1);
}

/** The cookies that a reply sets, for the next request of the same browser. */
export const cookiesOf = (response: LightMyRequestResponse): Record<string, string> =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
