/**
 * Every right by name, with its number on the wire. The specification sets 26, 28 and 29. The other numbers are
 * set here. Never change one: databases store them.
 */
export const rightIds = {
  'users.read': 1,
  'users.write': 2,
  'tasks.read': 3,
  'tasks.write': 4,
  'jobs.report': 5,
  'staging.read': 6,
  'rates.edit': 7,
  'jobs.hold': 8,
  'jobs.cancel': 9,
  'jobs.post': 10,
  'rules.test': 11,
  'rules.read': 12,
  'rules.write': 13,
  'rules.advanced': 14,
  'rules.copy': 15,
  'rules.global': 16,
  'map.all': 17,
  'map.facility': 18,
  'map.degree': 19,
  'map.shift': 20,
  'map.ai': 21,
  'billing.read': 22,
  'targets.write': 23,
  'uploads.write': 24,
  'history.read': 25,
  'submissions.use': 26,
  'customer.status': 27,
  'admin.customers': 28,
  'admin.system': 29,
  'lists.write': 30,
  'vendors.write': 31,
  'pay.write': 32,
  'roles.read': 33,
  'account.write': 34,
  'links.write': 35,
  'activity.read': 36,
  'billing.write': 37,
  'subscription.write': 38,
  'submissions.all': 40,
} as const;
export type RightName = keyof typeof rightIds;

/** Who may make a call: anyone, any signed-in user, an administrator, or a user with the right. */
export type Needs = 'public' | 'session' | 'admin' | RightName;
