import type { ActivityObject } from './activity-line.ts';

type Kind = {
  /** Several of them, as a filter shows it. */
  readonly label: string;
  /** One of them inside a sentence. */
  readonly noun: string;
  /** The address of its screen; absent if it has none. */
  readonly at?: (id: string) => string;
  /** People, customers and devices are called by their name alone. */
  readonly isName?: true;
};

/** Kinds of objects that audit lines name, in the order of the filter. */
export const objectKinds = {
  user: { label: 'People', noun: 'person', at: (id) => `/users/edit/${id}`, isName: true },
  role: { label: 'Roles', noun: 'role', at: (id) => `/roles/edit/${id}` },
  customer: { label: 'Customers', noun: 'customer', at: (id) => `/editcustomer/${id}`, isName: true },
  link: { label: 'Linked customers', noun: 'link' },
  session: { label: 'Sessions', noun: 'session' },
  right: { label: 'Rights', noun: 'right', at: () => '/roles' },
  device: { label: 'Devices', noun: 'device', at: () => '/devices' },
  job: { label: 'Jobs', noun: 'job', at: (id) => `/staging?open=job:${id}` },
  jobNote: { label: 'Notes on jobs', noun: 'note' },
  post: { label: 'Posts', noun: 'post' },
  customerStatus: { label: 'Statuses', noun: 'status', at: (id) => `/expandedStatus/edit/${id}` },
  rateFloor: { label: 'Rate floor', noun: 'rate floor', at: () => '/rateFloor' },
  assignmentRule: { label: 'Assignments', noun: 'assignment', at: () => '/assignments' },
  fieldMapping: { label: 'ATS field mapping', noun: 'line of the field mapping', at: () => '/atsFieldMapping' },
  flexMapping: { label: 'Flex mapping', noun: 'flex mapping', at: () => '/atsFieldMapping?tab=flex' },
  target: { label: 'Targets', noun: 'target', at: (id) => `/targetconfig/${id}` },
  task: { label: 'Data collection tasks', noun: 'task', at: (id) => `/edittask/${id}` },
  crawler: { label: 'Crawlers', noun: 'crawler', at: (id) => `/editagent/${id}` },
  parser: { label: 'Parsers', noun: 'parser', at: (id) => `/editparser/${id}` },
  parserRule: { label: 'Parser rules', noun: 'parser rule', at: () => '/parsers' },
  source: { label: 'Sources', noun: 'source', at: () => '/sources' },
  upload: { label: 'Uploaded files', noun: 'file', at: () => '/jobupload' },
  mail: { label: 'Emails of vendors', noun: 'mail', at: () => '/history' },
  mapValue: { label: 'Mappings', noun: 'mapping', at: () => '/mapfacility' },
  mapRun: { label: 'Mapping runs', noun: 'mapping run', at: () => '/mapruns' },
  atsValue: { label: 'Reference lists', noun: 'list entry', at: () => '/myclients' },
  atsObject: { label: 'ATS objects', noun: 'ATS object' },
  sharedFacility: { label: 'Shared facilities', noun: 'shared facility', at: () => '/facilitiesShared' },
  rule: { label: 'Rules', noun: 'rule', at: (id) => `/custrules/${id}` },
  ruleRun: { label: 'Rule runs', noun: 'rule run', at: () => '/custrules' },
  ruleDraft: { label: 'Rule drafts', noun: 'rule draft' },
  goldenJob: { label: 'Pinned jobs', noun: 'pinned job', at: () => '/custrules' },
  substitution: { label: 'Substitutions', noun: 'substitution', at: () => '/degreemap' },
  fieldAlias: { label: 'Field aliases', noun: 'field alias', at: () => '/fieldAliases' },
  reportConfiguration: { label: 'Saved views', noun: 'view', at: (id) => `/report_myreports?cfid=${id}` },
  schedule: { label: 'Report schedules', noun: 'schedule', at: (id) => `/report_myreports?schedule=${id}` },
  reportFile: { label: 'Files of reports', noun: 'file', at: (id) => `/reports?file=${id}` },
  dataExport: { label: 'Exports', noun: 'export' },
  field: { label: 'Fields', noun: 'field', at: () => '/jrfields' },
  paySetting: { label: 'Pay setup', noun: 'pay setup', at: () => '/pcsetup' },
  payBurden: { label: 'Pay burdens', noun: 'burden', at: () => '/pcsetup' },
  aiEngine: { label: 'AI engines', noun: 'AI engine', at: () => '/aimodels?show=engines' },
  aiModel: { label: 'AI models', noun: 'AI model', at: () => '/aimodels' },
  aiPrompt: { label: 'AI prompts', noun: 'AI prompt', at: (id) => `/aiprompts/${id}` },
  aiCall: { label: 'AI calls', noun: 'AI call', at: () => '/aimodels?show=calls' },
  aiFeedback: { label: 'AI feedback', noun: 'feedback' },
  run: { label: 'Long work', noun: 'run' },
  ticket: { label: 'Support tickets', noun: 'ticket', at: (id) => `/jira/${id}` },
  ticketQuestion: { label: 'Support questions', noun: 'support question', at: () => '/supportQuestions' },
  label: { label: 'Labels', noun: 'label', at: () => '/labelConfig' },
  generalLabel: { label: 'General labels', noun: 'general label', at: () => '/labelConfig' },
  cannedAnswer: { label: 'Canned answers', noun: 'canned answer', at: () => '/supportQuestions' },
  datasetRow: { label: 'Rows of the AI dataset', noun: 'description' },
  customerNotice: { label: 'Notices of the provider', noun: 'notice' },
  providerNotice: { label: 'Written notices', noun: 'notice', at: () => '/notificationsTool' },
  noticeMail: { label: 'Emails of the provider', noun: 'email', at: () => '/notificationsEmail' },
  supportDocument: { label: 'Documents', noun: 'document', at: () => '/documents' },
  notification: { label: 'Notices', noun: 'notice' },
  setting: { label: 'System settings', noun: 'setting', at: () => '/systemsettings' },
  serviceItem: { label: 'Service items', noun: 'service item', at: (id) => `/editServiceItemSettings/${id}` },
  submission: { label: 'Submissions', noun: 'submission' },
  submissionTarget: { label: 'Submission targets', noun: 'submission target' },
  submissionDocument: { label: 'Documents of submissions', noun: 'document' },
  submissionPackage: { label: 'Packages', noun: 'package' },
  submissionDocumentStep: { label: 'Steps of document mappings', noun: 'step of a mapping of documents' },
  submissionDictionaryStep: { label: 'Mappings of dictionaries', noun: 'mapping of dictionaries' },
  submissionPair: { label: 'Steps of submission mappings', noun: 'step of a mapping' },
  jobAlert: { label: 'Job alerts', noun: 'job alert', at: (id) => `/notifications/edit/${id}` },
  errorConfiguration: { label: 'Error alerts', noun: 'error alert', at: () => '/notificationconfigs' },
  invoice: { label: 'Invoices', noun: 'invoice', at: () => '/billing' },
  billingContact: { label: 'Billing contacts', noun: 'billing contact', at: (id) => `/billingContactInfo/edit/${id}` },
  activity: { label: 'Activity', noun: 'activity' },
  service: { label: 'Service', noun: 'service' },
} as const satisfies Readonly<Record<string, Kind>>;
export type ObjectKind = keyof typeof objectKinds;

const kindOf = (kind: string): Kind | null => (Object.hasOwn(objectKinds, kind) ? objectKinds[kind as ObjectKind] : null);

/** The address of an object's screen; null if it has none. Whether the screen may be opened is up to the reader. */
export const addressOf = ({ kind, id }: Pick<ActivityObject, 'kind' | 'id'>): string | null => kindOf(kind)?.at?.(id) ?? null;

/** An object inside a sentence: “Ann Reyes”, “the task “Medloop””, “task 7”. */
export function phraseOf({ kind, id, name }: ActivityObject): string {
  const { noun, isName } = kindOf(kind) ?? { noun: kind, isName: undefined };
  if (name === null || name === '') return /^\d+$/.test(id) ? `${noun} ${id}` : `a ${noun}`;
  if (isName) return name;
  return kind === 'job' ? `job ${name}` : `the ${noun} “${name}”`;
}
