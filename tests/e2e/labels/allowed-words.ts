import { labeled } from '#domain/fields/label-words.ts';

const everyName = labeled.flatMap((one) => [one.default.one, one.default.many]);

/**
 * Usual names of fields that screens show although every field is renamed, because they name something else there, or are usual names on
 * purpose: by screen (`*`: any), the reason and the words.
 */
export const allowedWords: Readonly<Record<string, readonly (readonly [reason: string, ...words: string[]])[]>> = {
  '*': [
    ['screens of data collection tasks, of parsers and of the statuses that an agency defines', 'Tasks', 'Parsers', 'Statuses'],
    ['the workspace and the lists of caregivers who are submitted; the field is how many a vendor takes', 'Submissions'],
    ['the state of a post, as of a job that is posted', 'Posted'],
    ['the value of a status', 'Filled', 'On Hold'],
  ],
  labels: [
    ['whether a label was changed', 'Changed'],
    ['which field a box is about: its label without the customer’s own', ...everyName],
  ],
  fields: [['the names that the texts of rules use; the title beside is the customer’s', ...everyName]],
  atsFieldMapping: [
    ['fields in the text of a condition keep the names that rules use', 'Work Type', 'Mapped Degree', 'Mapped Specialty'],
  ],
  feedJobs: [['elements of a feed, as job boards name them', 'Title', 'City', 'State']],
  ruleReport: [['the state of a rule, and what it is for', 'Status', 'Description']],
  rules: [['the state of a rule', 'Status']],
  dataIssues: [['a sentence that explains what is wrong', 'Hours per shift']],
  customerTasksReport: [['the state of a task, and its names', 'Status', 'Task', 'Alias']],
  taskErrors: [['a task and its other name', 'Task', 'Alias']],
  taskStatus: [['a task and its state', 'Task', 'Status']],
  taskAudit: [['a task and how its run ended', 'Task', 'State']],
  customersByTask: [['a task', 'Task']],
  taskUsers: [['a task', 'Task']],
  customerContacts: [
    ['the state in the address of a customer', 'State'],
    ['a role', 'Recruiter'],
  ],
  submissionFunnel: [['who submits', 'Recruiter']],
  tasks: [['a task and its state', 'Task', 'Status']],
  taskEdit: [
    ['another name of the task, and what its crawler asks for', 'Alias', 'Description'],
    ['texts of vendors about the status of a job', 'Vendor status'],
  ],
  emailHistory: [['the task that gets an email, and the state of an email', 'Task', 'Status']],
  agentStats: [['a task', 'Task']],
  targets: [['the state of a target', 'Status']],
  statuses: [['a status that the agency defines', 'Status']],
  mapFacilities: [['the ID of a client in the ATS', 'ATS ID']],
  mapDegrees: [['the ID of a list’s entry in the ATS', 'ATS ID']],
  externalShifts: [['the ID of a shift in the ATS', 'ATS ID']],
  specialtyDegrees: [['the ID of a specialty in the ATS', 'ATS ID']],
  referenceLists: [['of an entry of a list of the ATS', 'ATS ID', 'Region', 'MSP']],
  submissions: [['the state of a submission, and the system that a caregiver comes from', 'Status', 'Source']],
  sendCaregiver: [['the system that a caregiver comes from', 'Source']],
  submissionMapping: [['the system that a caregiver comes from', 'Source']],
  submissionDocumentMapping: [['the system that a document comes from', 'Source']],
  submissionPackage: [['what people read about a package', 'Note']],
  submissionTargets: [['what a submission target is', 'Source', 'VMS']],
  submissionTarget: [['lists of the submission target', 'Degrees', 'Specialties']],
  tickets: [['the state and the text of a ticket', 'Status', 'Description']],
  ticket: [['an answer to a question, as the provider worded it', 'Job ID']],
  supportQuestions: [['questions as the provider worded them', 'Job ID']],
  documents: [['what a document is about, and when it was changed', 'Description', 'Changed']],
  users: [['a role', 'Recruiter']],
  userEdit: [['a role', 'Recruiter']],
  roles: [['a role', 'Recruiter']],
  staging: [['what colleagues wrote about a job, and the place of a job in an email: “Job 3 of”', 'Notes', 'Job']],
  crawlerEdit: [['what a crawler asks for', 'Note', 'Description']],
  parserEdit: [['texts of a vendor’s email', 'Start Date', 'End Date', 'Guaranteed Hours', 'Call Specifics']],
  crawlers: [['the state of a crawler', 'Status']],
  billing: [['the state of an invoice', 'Status']],
  parsers: [['a parser, and what it is for', 'Parser', 'Description']],
  errorConfigurations: [['a parser', 'Parser']],
  aiPrompts: [['the state of a prompt', 'Status']],
  customerBoard: [['a task and its state', 'Task', 'Status']],
  devices: [['the state of a device', 'Status']],
  customers: [['the state of a customer', 'Status']],
  customer: [['the state of a link', 'Status']],
  linkedPeople: [['the state of a link', 'Status']],
  subscription: [['the state of an invoice', 'Status']],
};

/** Whether a screen may show a usual name. */
export const isAllowed = (screen: string, word: string): boolean =>
  ['*', screen].some((id) => (allowedWords[id] ?? []).some(([, ...words]) => words.includes(word)));
