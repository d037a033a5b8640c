import { type RightName, rightIds } from '#contract/kit/rights.ts';

type Words = readonly [right: RightName, description: string, marketing: string];

const groups: readonly (readonly [name: string, rights: readonly Words[]])[] = [
  [
    'Users',
    [
      ['users.read', 'See users', 'Who works here, with which role'],
      ['users.write', 'Add, change and remove users', 'Give each person what they need and no more'],
    ],
  ],
  [
    'Data collection',
    [
      ['tasks.read', 'See data collection tasks', 'When each source was last collected, and what came of it'],
      ['tasks.write', 'Add, change and run data collection tasks', 'Connect another vendor management system'],
      ['uploads.write', 'Upload files of jobs', 'Bring job orders that arrive as files'],
    ],
  ],
  [
    'Staging',
    [
      ['staging.read', 'See staged jobs', 'Every collected job in one grid'],
      ['rates.edit', 'Edit rates, dates and terms by hand', 'A value set by hand stays until you unlock it'],
      ['jobs.hold', 'Hold, release, hide and show jobs', 'Keep a job back until it is ready'],
      ['jobs.cancel', 'Cancel and reopen jobs', 'Close what is filled elsewhere'],
      ['jobs.post', 'Post jobs to targets', 'Each job reaches your ATS once'],
      ['history.read', 'See what changed a job', 'Why does it say this?'],
      ['jobs.report', 'Open the jobs report', 'Open jobs by state, status and source'],
    ],
  ],
  [
    'Mapping',
    [
      ['map.all', 'Map everything', 'Facilities, degrees, specialties and shifts'],
      ['map.facility', 'Map facilities', 'Vendors’ names to your clients'],
      ['map.degree', 'Map degrees and specialties', 'Vendors’ words to your lists'],
      ['map.shift', 'Map shifts', 'Vendors’ hours to your shifts'],
      ['map.ai', 'Use AI mapping', 'Suggestions for what no rule recognises'],
    ],
  ],
  [
    'Rules',
    [
      ['rules.read', 'See business rules', 'What happens to a job on its way'],
      ['rules.test', 'Test business rules', 'Try a rule on a job before it runs'],
      ['rules.write', 'Add and change business rules', 'Set, replace, hold or cancel by condition'],
      ['rules.advanced', 'Write rules as text', 'Conditions as one sentence'],
      ['rules.copy', 'Copy rules to other customers', 'Write once'],
      ['rules.global', 'Change rules of all customers', 'Rules that run before everybody’s own'],
    ],
  ],
  [
    'Account',
    [
      ['targets.write', 'Change targets', 'Where your jobs go'],
      ['billing.read', 'See billing', 'Invoices and payment'],
      ['submissions.use', 'Send submissions', 'Put caregivers forward'],
      ['customer.status', 'Change a customer’s status', 'Suspend and resume'],
    ],
  ],
  [
    'Administration',
    [
      ['admin.customers', 'Administer customers', 'For administrators'],
      ['admin.system', 'Administer the system', 'For administrators'],
    ],
  ],
];

/** Rights by group, with their descriptions. Only administrators get the administration group. */
export function rightGroups(toAdministrator: boolean) {
  return groups
    .filter(([name]) => toAdministrator || name !== 'Administration')
    .map(([name, rights]) => ({
      name,
      rights: rights.map(([right, description, marketing]) => ({
        id: rightIds[right],
        description,
        marketingDescription: marketing,
      })),
    }));
}
