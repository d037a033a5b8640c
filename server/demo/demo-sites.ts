import { join } from 'node:path';
import type { AdapterName } from '#domain/targets/target-kinds.ts';
import { createBullhornDouble } from './bullhorn/bullhorn-double.ts';
import { doubles } from './doubles.ts';
import { createFreshBooksDouble } from './freshbooks/freshbooks-double.ts';
import { createJiraDouble } from './jira/jira-double.ts';
import { closeNow, listenOnLoopback } from './loopback/loopback.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import { createStandInModel } from './model/stand-in-model.ts';
import type { Person } from './oidc/id-token.ts';
import { startSignOnDouble } from './oidc/sign-on-double.ts';
import { createSlackDouble, slackDoublePath } from './slack/slack-double.ts';
import { createTrioDouble } from './submissions/trio-double.ts';
import { createTwilioDouble } from './twilio/twilio-double.ts';
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
  /** Where text messages that people send back go. */
  readonly answersUrl: string;
};

/** The other kinds of ATS. Their jobs are in memory until the demo stops. */
const otherKinds = ['crelate', 'ctm', 'laborEdge', 'salesforce', 'travelNurseSource'] as const satisfies readonly AdapterName[];

/**
 * Starts the demo's external systems on loopback: the vendor site, an ATS of each kind, a VMS that takes submissions, a sign-on provider, Slack, Jira, phones, FreshBooks,
 * a stand-in for AI models and a mail server.
 */
export async function startDemoSites({ home, now, ownMailServer, people, redirectUri, answersUrl }: Options) {
  const vendorSite = createVendorSite(now);
  const bullhorn = createBullhornDouble({ journal: join(home, 'demo-ats.jsonl'), candidates: 300 }).server;
  const others = otherKinds.map((kind) => doubles[kind].start().server);
  const slack = createSlackDouble(now).server;
  const jira = createJiraDouble({ now }).server;
  const twilio = createTwilioDouble(now);
  twilio.answersUrl = answersUrl;
  const freshBooks = createFreshBooksDouble(now).server;
  const model = createStandInModel().server;
  const trio = createTrioDouble({ journal: join(home, 'demo-trio.jsonl') }).server;
  const [vendorSiteUrl, bullhornUrl, otherUrls, signOn, slackUrl, jiraUrl, twilioUrl, freshBooksUrl, modelUrl, trioUrl, mailbox] =
    await Promise.all([
      listenOnLoopback(vendorSite),
      listenOnLoopback(bullhorn),
      Promise.all(others.map(listenOnLoopback)),
      startSignOnDouble({ people, redirectUri }),
      listenOnLoopback(slack),
      listenOnLoopback(jira),
      listenOnLoopback(twilio.server),
      listenOnLoopback(freshBooks),
      listenOnLoopback(model),
      listenOnLoopback(trio),
      ownMailServer ? undefined : startMailbox(now),
    ]);
  return {
    vendorSiteUrl,
    bullhornUrl,
    doubleUrls: {
      bullhorn: bullhornUrl,
      ...(Object.fromEntries(otherKinds.map((kind, at) => [kind, otherUrls[at]])) as Record<(typeof otherKinds)[number], string>),
    },
    signOnUrl: signOn.url,
    slackUrl,
    slackWebhook: `${slackUrl}${slackDoublePath}`,
    jiraUrl,
    twilioUrl,
    freshBooksUrl,
    modelUrl,
    trioUrl,
    mailbox,
    async stop(): Promise<void> {
      await Promise.all([
        ...[vendorSite, bullhorn, slack, jira, twilio.server, freshBooks, model, trio, ...others].map(closeNow),
        signOn.stop(),
        mailbox?.stop(),
      ]);
    },
  };
}
