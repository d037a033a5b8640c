import { valueWords } from '../service-items/catalogue.ts';
import type { ActivityLine } from './activity-line.ts';
import { billingSentences } from './billing-sentences.ts';
import { peopleSentences } from './people-sentences.ts';
import { added, changedWords, fact, named, removed, type Saying, saved, secured, the, worked } from './say.ts';
import { submissionSentences } from './submission-sentences.ts';
import { targetSentences } from './target-sentences.ts';

/** Somebody else's, or “their own”: most calls about a person are about the caller. */
const whose = (line: ActivityLine): string =>
  line.object === null || line.object.name === null || line.object.name === (line.as ?? line.who)
    ? 'their own'
    : `${line.object.name}’s`;
const rows = (line: ActivityLine, key: string, noun: string): string => {
  const count = fact(line, key);
  return count === '' ? `${noun}s` : `${count} ${noun}${count === '1' ? '' : 's'}`;
};

/** The value of a service item, said with its unit. */
function itemWords(line: ActivityLine): string {
  const value = line.changes.find(({ label }) => label === 'value');
  const code = line.object?.name ?? null;
  if (!value || code === null) return `saved ${named(line, 'service item')}`;
  return `set the service item “${code}” to ${valueWords(code, Number(value.after))}`;
}

/**
 * How the line of each audited call reads, by the name that its handler declares. A test fails for a name without a line here
 * (`tests/contract/activity-sentences.test.ts`).
 */
export const callSentences: Readonly<Record<string, Saying>> = {
  ...peopleSentences,
  ...billingSentences,
  ...submissionSentences,
  ...targetSentences,
  'service.item.save': { ...saved('serviceItem', 'service item'), say: (line) => itemWords(line) },
  'service.item.remove': removed('serviceItem', 'service item'),
  'ai.engine.save': saved('aiEngine', 'AI engine'),
  'ai.engine.remove': removed('aiEngine', 'AI engine'),
  'ai.model.save': saved('aiModel', 'AI model'),
  'ai.model.remove': removed('aiModel', 'AI model'),
  'ai.prompt.save': {
    ...saved('aiPrompt', 'AI prompt'),
    say: (line) => `saved version ${fact(line, 'version')} of ${named(line, 'AI prompt')}`,
  },
  'ai.prompt.promote': worked(
    'aiPrompt',
    (line) => `put version ${fact(line, 'version')} of ${named(line, 'AI prompt')} into production`,
  ),
  'ai.prompt.measure': worked(
    'aiPrompt',
    (line) => `measured version ${fact(line, 'version')} of ${named(line, 'AI prompt')} on ${rows(line, 'rows', 'row')}`,
  ),
  'ai.prompt.remove': removed('aiPrompt', 'AI prompt'),
  'ai.call.read': worked('aiCall', () => 'read what an AI model was asked and answered'),
  'ai.dataset.fill': worked('datasetRow', (line) => `added ${rows(line, 'added', 'description')} of open jobs to the AI dataset`),
  'ai.dataset.upload': worked(
    'datasetRow',
    (line) => `added ${rows(line, 'added', 'description')} of the file “${fact(line, 'fileName')}” to the AI dataset`,
  ),
  'activity.export': worked('activity', (line) => `saved ${rows(line, 'lines', 'line')} of the activity as a file`),

  'notice.add': added('providerNotice', 'notice'),
  'notice.save': saved('providerNotice', 'notice'),
  'notice.remove': removed('providerNotice', 'notice'),
  'notice.mail': worked(
    'noticeMail',
    (line) => `sent the email “${fact(line, 'subject')}” to ${rows(line, 'people', 'person').replace(/persons$/, 'people')}`,
  ),
  'document.save': saved('supportDocument', 'document'),
  'document.upload': worked('supportDocument', (line) => `replaced the file of ${named(line, 'document')}`),
  'document.remove': removed('supportDocument', 'document'),

  'reports.file.ask': worked('reportFile', (line) => `had a file made of the report “${fact(line, 'name')}”`),
  'ticket.file': worked('ticket', (line) => `added the file ${fact(line, 'name')} to ${named(line, 'ticket')}`),
  'ticket.desk': worked('ticket', (line) => `changed the assignee or the priority of ${named(line, 'ticket')}`),
  'ticket.merge': worked('ticket', (line) => `merged ${named(line, 'ticket')} into ticket ${fact(line, 'into')}`),
  'ticket.note': worked('ticket', (line) => `wrote an internal note on ${named(line, 'ticket')}`),
  'ticket.jira.retry': worked('ticket', (line) => `sent ${named(line, 'ticket')} to Jira again`),
  'support.phone.save': worked('ticketQuestion', () => 'changed the phone number of support'),
  'support.question.save': saved('ticketQuestion', 'support question'),
  'support.question.remove': removed('ticketQuestion', 'support question'),
  'label.save': saved('label', 'label'),
  'label.remove': removed('label', 'label'),
  'label.copy': worked('label', (line) => `took over ${rows(line, 'labels', 'label')} of another set`),
  'support.canned.save': saved('cannedAnswer', 'canned answer'),
  'support.canned.remove': removed('cannedAnswer', 'canned answer'),
  'data.export': worked('dataExport', (line) => `requested an export of ${fact(line, 'lists')}`),
  'reports.schedule.save': saved('schedule', 'schedule'),
  'reports.schedule.remove': removed('schedule', 'schedule'),
  'reports.schedule.test': worked(
    'reportConfiguration',
    (line) => `sent themselves a test of the report “${fact(line, 'name')}”`,
  ),
  'reports.schedule.send': worked('schedule', (line) => `sent the report “${fact(line, 'name')}” by email`),
  'reports.address.answer': {
    ...worked('schedule', (line) =>
      fact(line, 'answer') === 'yes'
        ? `agreed to reports by email to ${fact(line, 'address')}`
        : `stopped reports by email to ${fact(line, 'address')}`,
    ),
    by: 'Someone',
  },

  'session.login': secured(() => 'signed in', 'session'),
  'session.login.factor': secured(() => 'signed in with a second factor', 'session'),
  'session.logout': secured(() => 'signed out', 'session'),
  'session.confirm': secured(() => 'confirmed who they are', 'session'),
  'session.end': secured(() => 'ended one of their own sessions', 'session'),
  'session.end_others': secured((line) => `ended ${rows(line, 'ended', 'other session')}`, 'session'),
  'session.replaced': secured(() => 'signed in again, which ended the session before', 'session'),
  'session.wrong_password': secured(() => 'gave a wrong password in an open session, which was ended', 'session'),
  'session.reuse': secured(() => 'sent a used key of a session, which was ended', 'session', 'Someone'),
  'session.failed': secured((line) => `failed to sign in as ${the(line, 'person')}`, 'session', 'Someone'),
  'session.locked': secured(
    (line) => `failed to sign in as ${the(line, 'person')} too often: sign-in is locked for a while`,
    'session',
    'Someone',
  ),
  'session.login_as': secured((line) => `began to work as ${the(line, 'person')}`, 'session'),
  'session.login_as.return': secured((line) => `stopped working as ${the(line, 'person')}`, 'session'),
  'user.password.link': secured((line) => `asked for a link to set ${whose(line)} password`, 'user', 'Someone'),
  'user.password.reset': secured((line) => `set ${whose(line)} password with a link`),
  'user.password.change': secured((line) => `changed ${whose(line)} password`),
  'user.factor.start': secured(() => 'began to add an authenticator app'),
  'user.factor.authenticator': secured(() => 'added an authenticator app as their second factor'),
  'user.factor.passkey': secured((line) => `added the passkey “${fact(line, 'name')}”`),
  'user.factor.passkey.rename': secured(() => 'renamed one of their passkeys'),
  'user.factor.passkey.remove': secured((line) => `removed the passkey “${fact(line, 'name')}”`),
  'user.factor.recovery_codes': secured(() => 'made new recovery codes'),
  'user.factor.remove': secured(() => 'removed their second factor'),
  'user.factor.reset': secured((line) => `removed the second factor of ${the(line, 'person')}`),
  'customer.second_factor.save': secured((line) => changedWords(line.changes, 'the second factor rule'), 'customer'),
  'user.prefs.save': { ...saved('user', 'person'), say: (line) => changedWords(line.changes, `${whose(line)} preferences`) },
  'user.disclaimer': secured(() => 'accepted the disclaimer'),
  'right.given': secured((line) => `gave ${the(line, 'right')} to its roles`, 'right'),

  'post.decide': worked(
    'post',
    (line) =>
      `decided about a post: ${fact(line, 'choice') === 'there' ? 'the job is in the ATS' : fact(line, 'choice') || 'send it again'}`,
  ),
  'post.drift': worked('post', (line) =>
    fact(line, 'choice') === 'theirs' ? 'kept what was changed in the ATS' : 'sent our values to the ATS again',
  ),
  'job.recreate': worked('job', () => 'created jobs in the ATS again'),
  'field.save': saved('field', 'field'),
  'pay.settings.save': { ...saved('paySetting', 'pay setup'), say: (line) => changedWords(line.changes, 'the pay setup') },
  'pay.fee.save': {
    ...saved('paySetting', 'fee'),
    say: (line) => changedWords(line.changes, `the VMS fee of ${the(line, 'source')}`),
  },
  'pay.degree.save': {
    ...saved('paySetting', 'rate'),
    say: (line) => changedWords(line.changes, `the pay of ${the(line, 'degree')}`),
  },
  'pay.burden.save': saved('payBurden', 'burden'),

  'rule.draft': worked('ruleDraft', () => 'asked for a rule in words'),
  'rule.copyto': { ...added('rule', 'rule'), say: () => 'copied rules from another customer' },
  'rule.facility': { ...added('rule', 'rule'), say: () => 'added rules of facilities' },
  'rule.switchOff': { ...saved('rule', 'rule'), say: (line) => `switched off ${named(line, 'rule')}` },
  'rules.run': worked('ruleRun', (line) => `ran rules over ${rows(line, 'jobs', 'job')}`),
  'descriptions.read': worked('ruleRun', (line) => `read the descriptions of ${rows(line, 'jobs', 'job')} again`),
  'rules.run.cancel': worked('ruleRun', () => 'canceled a rule run'),
  'rules.run.undo': worked('ruleRun', () => 'undid a run over jobs'),
  'rules.clear': worked('job', () => 'cleared what rules set on a job'),
  'ai.feedback': worked('aiFeedback', () => 'sent feedback on an AI result'),
  'substitutionRule.upload': {
    ...added('substitution', 'substitution'),
    say: (line) => `uploaded substitutions (${fact(line, 'fileName')})`,
  },

  'job.suggest': worked('job', (line) => `recomputed the suggestions of a job (${rows(line, 'values', 'value')} changed)`),
  'mapping.run': worked('mapRun', (line) => `started a mapping run over ${rows(line, 'rows', 'text')}`),
  'mapping.run.cancel': worked('mapRun', () => 'canceled a mapping run'),
  'mapping.run.undo': worked('mapRun', () => 'undid a mapping run'),
  'premap.commit': worked('mapValue', (line) => `uploaded mappings for ${the(line, 'target')} (${rows(line, 'lines', 'line')})`),
  'facility.shared.save': saved('sharedFacility', 'shared facility'),
  'facility.add': { ...added('atsValue', 'facility'), say: (line) => `added a facility to ${the(line, 'target')}` },
  'list.save': saved('atsValue', 'list entry'),
  'specialty.save': saved('atsValue', 'specialty'),
  'source.save': saved('source', 'source'),
  'source.ordertype.save': {
    ...saved('source', 'source'),
    say: (line) => changedWords(line.changes, `the order type of ${the(line, 'source')}`),
  },

  'crawler.save': saved('crawler', 'crawler'),
  'crawler.sync': worked('crawler', () => 'sent the catalog of crawlers to all devices'),
  'task.add': added('task', 'task'),
  'task.save': saved('task', 'task'),
  'task.scope': { ...saved('task', 'task'), say: (line) => `chose the jobs that ${named(line, 'task')} collects` },
  'task.add_several': { ...added('task', 'task'), say: (line) => `added ${rows(line, 'tasks', 'task')} in bulk` },
  'task.reveal': secured((line) => `revealed the password of ${named(line, 'task')}`),
  'task.run': worked('task', (line) => `started a run of ${named(line, 'task')}`),
  'task.check': worked('task', (line) => `checked the sign-in of ${named(line, 'task')}`),
  'task.statuses': worked('task', (line) => `said what statuses of ${named(line, 'task')} mean`),
  'task.stop': worked('task', (line) => `stopped the run of ${named(line, 'task')}`),
  'task.replay': worked('task', (line) => `replayed a file of ${named(line, 'task')}`),
  'task.remove': removed('task', 'task'),
  'task.webhook': secured((line) => `made a new webhook address of ${named(line, 'task')}`, 'task'),
  'task.reset': worked('task', (line) => `reset the counters of ${named(line, 'task')}`),
  'task.mail_address': worked('task', (line) => `asked for the mail address of ${named(line, 'task')}`),
  'attachment.fetch': worked('job', (line) => `fetched the file “${fact(line, 'name')}” of ${named(line, 'job')}`),
  'mail.reprocess': worked('mail', (line) => `read the email “${fact(line, 'subject')}” again`),
  'mail.accept': worked('mail', (line) => `accepted the sender of the email “${fact(line, 'subject')}”`),
  'mail.refuse': worked('mail', (line) => `put the email “${fact(line, 'subject')}” aside`),
  'task.columns': { ...saved('task', 'task'), say: (line) => `chose the columns of ${named(line, 'task')}` },
  'parser.add': added('parser', 'parser'),
  'parser.save': saved('parser', 'parser'),
  'parser.remove': removed('parser', 'parser'),
  'parser.assign': { ...added('parser', 'parser'), say: (line) => `assigned ${named(line, 'parser')}` },
  'parser.unassign': { ...removed('parser', 'parser'), say: (line) => `no longer assigns ${named(line, 'parser')}` },
  'parser.token.save': {
    ...saved('parser', 'token'),
    say: (line) => `saved token ${fact(line, 'number')} of ${named(line, 'parser')}`,
  },
  'parser.token.remove': {
    ...removed('parser', 'token'),
    say: (line) => `removed token ${fact(line, 'number')} of ${named(line, 'parser')}`,
  },
  'parser.sample.add': worked('parser', (line) => `added the sample “${fact(line, 'sample')}” to ${named(line, 'parser')}`),
  'parser.sample.remove': worked('parser', (line) => `removed the sample “${fact(line, 'sample')}” of ${named(line, 'parser')}`),
  'parser.rule.add': added('parserRule', 'parser rule'),
  'parser.rule.save': saved('parserRule', 'parser rule'),
  'upload.receive': worked('upload', (line) => `uploaded the file “${fact(line, 'fileName')}”`),
  'upload.sheet': worked('upload', (line) => `uploaded the Google Sheet “${fact(line, 'fileName')}”`),
  'upload.stage': worked('upload', (line) => `staged the jobs of “${fact(line, 'fileName')}”`),

  'sync.kill_device': secured((line) => `ordered the wipe of ${named(line, 'device')}`, 'device'),
  'sync.wiped': secured((line) => `wiped ${named(line, 'device')}`, 'device'),
  'sync.lost_work': worked('device', (line) => `reported unsent work that was lost on ${named(line, 'device')}`),
  'sync.foreign_client': secured((line) => `tried to use ${named(line, 'device')} of another person`, 'device'),
  'sync.restored': worked('service', () => 'went on after a restored backup'),

  'run.undo': worked('run', (line) => `began to undo ${fact(line, 'name') || 'a run'}`),
  'jobs.repost': worked('target', (line) => `reposted ${rows(line, 'jobs', 'job')} to ${named(line, 'target')}`),
  'orders.cancel': worked('source', (line) => `canceled the ${rows(line, 'orders', 'open order')} of ${named(line, 'source')}`),
  'run.stop': worked('run', (line) => `stopped ${fact(line, 'name') || 'a run'}`),
  'work.retry': worked('run', (line) => `started failed work again: ${fact(line, 'name')}`),
  'system.settings.save': { ...saved('setting', 'setting'), say: (line) => changedWords(line.changes, 'the AI settings') },
  'system.slack.save': {
    ...saved('setting', 'setting'),
    say: (line) => `${fact(line, 'webhook')} the webhook of Slack`,
  },
  'alert.save': saved('jobAlert', 'job alert'),
  'alert.remove': removed('jobAlert', 'job alert'),
  'alert.test': worked('jobAlert', (line) => `sent themselves a test of the job alert “${fact(line, 'name')}”`),
  'alert.answer': {
    ...worked(
      'jobAlert',
      (line) =>
        `${fact(line, 'answer') === 'stop' ? 'stopped' : 'started'} job alerts by ${fact(line, 'by') === 'sms' ? 'text message' : 'email'}${fact(line, 'answer') === 'stop' ? '' : ' again'}`,
    ),
    by: 'A candidate',
  },
  'system.freshbooks.save': { ...saved('setting', 'setting'), say: (line) => `${fact(line, 'freshBooks')} FreshBooks` },
  'system.freshbooks.business': {
    ...saved('setting', 'setting'),
    say: (line) => `chose the business ${fact(line, 'name')} at FreshBooks`,
  },
  'system.freshbooks.authorize': { ...saved('setting', 'setting'), say: (line) => `${fact(line, 'freshBooks')} FreshBooks` },
  'system.jira.save': { ...saved('setting', 'setting'), say: (line) => `${fact(line, 'jira')} Jira` },
  'system.jira.webhook': { ...saved('setting', 'setting'), say: () => 'made a new address of Jira’s webhook' },
  'system.sms.save': { ...saved('setting', 'setting'), say: (line) => `${fact(line, 'sms')} text messages` },
  'error.configuration.save': saved('errorConfiguration', 'error alert'),
  'error.configuration.remove': removed('errorConfiguration', 'error alert'),
  'notification.save': { ...saved('notification', 'notice'), say: () => 'read or removed a notice' },
};
