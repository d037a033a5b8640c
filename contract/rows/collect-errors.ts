import * as z from 'zod';

/** Each way in which a collection fails or needs attention: its documented code, its name, and what to do about it. */
export const collectErrors = {
  setup: { code: 1, name: 'Setup incomplete', remedy: 'Open the task and fill in what its kind asks for.' },
  sign_in: { code: 2, name: 'Sign-in refused', remedy: 'Check the user name and password of the task, then check its sign-in.' },
  password_expired: {
    code: 3,
    name: 'Password expired',
    remedy: 'Change the password at the vendor, then enter the new one in the task.',
  },
  unreachable: { code: 4, name: 'Vendor not reachable', remedy: 'Check the address. Jobdock tries again by itself.' },
  timeout: { code: 5, name: 'Vendor too slow', remedy: 'Jobdock tries again by itself. If it stays, ask the vendor.' },
  rate_limited: {
    code: 6,
    name: 'Too many requests',
    remedy: 'Jobdock waits as long as the vendor asks. Run the task less often.',
  },
  not_allowed: { code: 7, name: 'Address not allowed', remedy: 'Use a public https address.' },
  vendor_error: { code: 8, name: 'Error of the vendor', remedy: 'Jobdock tries again by itself. If it stays, ask the vendor.' },
  unreadable: { code: 9, name: 'Not readable', remedy: 'Open what the vendor sent, and ask the vendor to fix it.' },
  page_changed: { code: 10, name: 'Page changed', remedy: 'An administrator must adjust the recipe of this kind of task.' },
  drift: { code: 11, name: 'Columns changed', remedy: 'Check how the columns of the task are read.' },
  silence: {
    code: 12,
    name: 'Far fewer jobs',
    remedy: 'Check with the vendor. Then run the task again and accept what it lists.',
  },
  unsure: { code: 13, name: 'Jobs without ID', remedy: 'See the rejected rows, and ask the vendor to fix them.' },
  no_such_call: {
    code: 14,
    name: 'Not offered by the vendor',
    remedy: 'The vendor has no such call. Run the whole task instead.',
  },
  internal: { code: 15, name: 'Failed in Jobdock', remedy: 'Please contact support.' },
  no_parser: {
    code: 16,
    name: 'No parser took it',
    remedy: 'An administrator assigns or adjusts a parser. Then read the email again in the email history.',
  },
  sender: { code: 17, name: 'Sender not confirmed', remedy: 'Look at the email in the email history. Then accept or refuse it.' },
} as const;

export type CollectError = keyof typeof collectErrors;
export const CollectError = z.enum(Object.keys(collectErrors) as [CollectError, ...CollectError[]]);
