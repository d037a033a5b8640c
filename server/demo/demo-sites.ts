import { join } from 'node:path';
import { createBullhornDouble } from './bullhorn/bullhorn-double.ts';
import { closeNow, listenOnLoopback } from './loopback/loopback.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import type { Person } from './oidc/id-token.ts';
import { startSignOnDouble } from './oidc/sign-on-double.ts';
import { createVendorSite } from './vendor-site.ts';

type Options = {
  /** Folder of the ATS's job orders. */
  readonly home: string;
  readonly now: () => Date;
  /** The installation has a mail server of its own. */
  readonly ownMailServer: boolean;
  /** The people of the agency's sign-on provider, and where it sends them back to. */
  readonly people: readonly Person[];
  readonly redirectUri: string;
};

/** Starts the demo's external systems on loopback: the vendor site, the ATS, a sign-on provider and a mail server. */
export async function startDemoSites({ home, now, ownMailServer, people, redirectUri }: Options) {
  const vendorSite = createVendorSite(now);
  const bullhorn = createBullhornDouble({ journal: join(home, 'demo-ats.jsonl') }).server;
  const [vendorSiteUrl, bullhornUrl, signOn, mailbox] = await Promise.all([
    listenOnLoopback(vendorSite),
    listenOnLoopback(bullhorn),
    startSignOnDouble({ people, redirectUri }),
    ownMailServer ? undefined : startMailbox(now),
  ]);
  return {
    vendorSiteUrl,
    bullhornUrl,
    signOnUrl: signOn.url,
    mailbox,
    async stop(): Promise<void> {
      await Promise.all([closeNow(vendorSite), closeNow(bullhorn), signOn.stop(), mailbox?.stop()]);
    },
  };
}
