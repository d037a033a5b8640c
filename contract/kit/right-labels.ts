import type { Needs, RightName } from './rights.ts';

/** What each right allows, as people read it. */
export const rightLabels: Readonly<Record<RightName, string>> = {
  'users.read': 'See users',
  'users.write': 'Add, change and remove users',
  'tasks.read': 'See data collection tasks',
  'tasks.write': 'Add, change and run data collection tasks',
  'uploads.write': 'Upload files of jobs',
  'staging.read': 'See staged jobs',
  'rates.edit': 'Edit rates, dates and terms by hand',
  'jobs.hold': 'Hold, release, hide and show jobs',
  'jobs.cancel': 'Cancel and reopen jobs',
  'jobs.post': 'Post jobs to targets',
  'history.read': 'See what changed a job',
  'jobs.report': 'Open the jobs report',
  'map.all': 'Map everything',
  'map.facility': 'Map facilities',
  'map.degree': 'Map degrees and specialties',
  'map.shift': 'Map shifts',
  'map.ai': 'Use AI mapping',
  'rules.read': 'See business rules',
  'rules.test': 'Test business rules',
  'rules.write': 'Add and change business rules',
  'rules.advanced': 'Write rules as text',
  'rules.copy': 'Copy rules to other customers',
  'rules.global': 'Change rules of all customers',
  'targets.write': 'Change targets',
  'lists.write': 'Change the lists of the ATS',
  'vendors.write': 'Change the lists of VMS and MSP',
  'pay.write': 'Change the pay setup',
  'roles.read': 'See roles and their rights',
  'account.write': 'Change the agency’s own settings',
  'links.write': 'Decide who of other agencies may work here',
  'activity.read': 'See who changed what',
  'billing.read': 'See billing',
  'billing.write': 'Change billing contacts',
  'subscription.write': 'Add licenses',
  'submissions.use': 'Send submissions',
  'submissions.all': 'See and work on the submissions of everyone',
  'customer.status': 'Change a customer’s status',
  'admin.customers': 'Administer customers',
  'admin.system': 'Administer the system',
};

/** Why a call was refused, and who can help. `needs` is what it requires, if the service says it. */
export function forbiddenText(needs: Needs | (string & {}) | undefined): string {
  if (needs === 'admin') return 'Only administrators of the Jobdock provider may do this.';
  const label = needs === undefined ? undefined : (rightLabels as Readonly<Record<string, string>>)[needs];
  return label === undefined
    ? 'You don’t have permission to do this. Ask an administrator.'
    : `You need the right “${label}”. A user administrator of your agency can give it to you.`;
}
