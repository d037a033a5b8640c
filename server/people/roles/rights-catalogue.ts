import { rightLabels } from '#contract/kit/right-labels.ts';
import { type RightName, rightIds } from '#contract/kit/rights.ts';

type Words = readonly [right: RightName, marketing: string];

const groups: readonly (readonly [name: string, rights: readonly Words[]])[] = [
  [
    'Users',
    [
      ['users.read', 'Who works here, with which role'],
      ['users.write', 'Give each person what they need and no more'],
      ['roles.read', 'What each role allows'],
      ['links.write', 'Let a person of another agency work here, or not'],
      ['activity.read', 'Who changed what, when and from where'],
    ],
  ],
  [
    'Data collection',
    [
      ['tasks.read', 'When each source was last collected, and what came of it'],
      ['tasks.write', 'Connect another vendor management system'],
      ['uploads.write', 'Bring job orders that arrive as files'],
    ],
  ],
  [
    'Staging',
    [
      ['staging.read', 'Every collected job in one grid'],
      ['rates.edit', 'A value set by hand stays until you unlock it'],
      ['jobs.hold', 'Keep a job back until it is ready'],
      ['jobs.cancel', 'Close what is filled elsewhere'],
      ['jobs.post', 'Each job reaches your ATS once'],
      ['history.read', 'Why does it say this?'],
      ['jobs.report', 'Open jobs by state, status and source'],
    ],
  ],
  [
    'Mapping',
    [
      ['map.all', 'Facilities, degrees, specialties and shifts'],
      ['map.facility', 'Vendors’ names to your clients'],
      ['map.degree', 'Vendors’ words to your lists'],
      ['map.shift', 'Vendors’ hours to your shifts'],
      ['map.ai', 'Suggestions for what no rule recognises'],
    ],
  ],
  [
    'Rules',
    [
      ['rules.read', 'What happens to a job on its way'],
      ['rules.test', 'Try a rule on a job before it runs'],
      ['rules.write', 'Set, replace, hold or cancel by condition'],
      ['rules.advanced', 'Conditions as one sentence'],
      ['rules.copy', 'Write once'],
      ['rules.global', 'Rules that run before everybody’s own'],
    ],
  ],
  [
    'Account',
    [
      ['targets.write', 'Where your jobs go'],
      ['lists.write', 'Keep clients, degrees, specialties and shifts as your ATS has them'],
      ['vendors.write', 'Keep the vendor management systems and managed service providers'],
      ['pay.write', 'How pay follows from the bill rate, for the whole agency'],
      ['account.write', 'Name, addresses, time zone and sign-on of the agency'],
      ['billing.read', 'Invoices and payment'],
      ['billing.write', 'Who gets the invoices'],
      ['subscription.write', 'More vendor connections, at once'],
      ['submissions.use', 'Put caregivers forward'],
      ['submissions.all', 'What became of every caregiver put forward, by whom'],
      ['customer.status', 'Suspend and resume'],
    ],
  ],
  [
    'Administration',
    [
      ['admin.customers', 'For administrators'],
      ['admin.system', 'For administrators'],
    ],
  ],
];

/** Rights by group, with their descriptions. Only administrators get the administration group. */
export function rightGroups(toAdministrator: boolean) {
  return groups
    .filter(([name]) => toAdministrator || name !== 'Administration')
    .map(([name, rights]) => ({
      name,
      rights: rights.map(([right, marketing]) => ({
        id: rightIds[right],
        description: rightLabels[right],
        marketingDescription: marketing,
      })),
    }));
}
