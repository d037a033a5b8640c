import { authorizeFreshBooks, reauthorizeFreshBooks, saveFreshBooks } from '#contract/system/freshbooks-settings.ts';
import { type MirrorParts, workOnMirror } from '#server/billing/freshbooks/mirror-jobs.ts';
import { createFreshBooksDouble } from '#server/demo/freshbooks/freshbooks-double.ts';
import { freshBooksDoubleAccess, newCode } from '#server/demo/freshbooks/freshbooks-state.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import type { TestService } from '../test-service.ts';

/** A double of FreshBooks beside a service, with the clock of the service. Nothing is connected yet. */
export async function startFreshBooks(service: TestService) {
  const { services } = service;
  const double = createFreshBooksDouble(services.now);
  const url = await listenOnLoopback(double.server);
  (services.config.allowHosts as string[]).push(new URL(url).host);
  return { double, url, close: async () => closeNow(double.server) };
}

/** Saves the app of the double and points its access there, as the demo does. */
export async function saveApp(service: TestService, url: string): Promise<string> {
  const admin = await service.signIn('administrator');
  await service.call(saveFreshBooks, { freshBooks: freshBooksDoubleAccess }, admin);
  await service.services.db.updateTable('freshbooks_access').set({ api_url: url, auth_url: url }).execute();
  return admin;
}

type World = Awaited<ReturnType<typeof startFreshBooks>>;

/** Saves the app, and authorizes it as a person does on the page of FreshBooks. */
export async function connectFreshBooks(service: TestService, { double, url }: World): Promise<string> {
  const admin = await saveApp(service, url);
  await authorizeAgain(service, double, admin);
  return admin;
}

/** Authorizes once more. */
export async function authorizeAgain(service: TestService, double: World['double'], admin: string): Promise<void> {
  const { authorizeUrl } = await service.call(reauthorizeFreshBooks, {}, admin);
  const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
  await service.call(authorizeFreshBooks, { code: newCode(double.state), state }, admin);
}

/** Lets a minute pass and the mirror work, so many times. Returns how much it worked on. */
export async function mirror(service: TestService, times = 1, parts: Partial<MirrorParts> = {}): Promise<number> {
  let worked = 0;
  for (let at = 0; at < times; at++) {
    service.advance(61_000);
    worked += await workOnMirror(service.services, new AbortController().signal, parts);
  }
  return worked;
}
