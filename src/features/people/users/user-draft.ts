import * as z from 'zod';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { isPersonAddress } from '#contract/people/address.ts';
import { asContactRights, type Contact, enabledRights } from '#contract/people/contact-fields.ts';
import type { listRoles } from '#contract/people/roles.ts';
import { dateFormats, timeFormats, UserPrefs } from '#contract/people/users.ts';
import { passwordProblem } from '#domain/passwords/password-strength.ts';
import { besideRole } from '#domain/rights/right-sources.ts';
import { optionalText } from '#src/ui/form/optional.ts';
import type { useForm } from '#src/ui/form/use-form.ts';
import { rightLabel } from './person.ts';

/** The draft of a person. A linked person's address is not judged. */
export const draftFor = (isLinked: boolean) =>
  z
    .object({
      name: z.string().trim().min(1, 'Enter a name').max(200, 'Shorten this to 200 characters'),
      email: z.string().trim().max(320, 'Shorten this to 320 characters'),
      phone: optionalText(40),
      password: z.string(),
      again: z.string(),
      roleId: z.string().min(1, 'Choose a role'),
      rights: z.array(z.number()),
      getsCollectionNotices: z.boolean(),
      getsBillingAlerts: z.boolean(),
      getsSystemAlerts: z.boolean(),
      getsTickets: z.boolean(),
      noFeedback: z.boolean(),
      timezone: z.string().min(1, 'Choose a time zone'),
      duration: z.enum(['days', 'weeks']),
      dateFormat: z.string(),
      timeFormat: z.string(),
    })
    .superRefine(({ name, email, password, again }, issues) => {
      const refuse = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message });
      if (!isLinked && !isPersonAddress(email)) refuse('email', messages.invalidEmail);
      const problem = password === '' ? null : passwordProblem(password, [name, email]);
      if (problem !== null) refuse('password', problem);
      if (password !== again) refuse('again', 'The passwords don’t match');
    });
export type Draft = z.output<ReturnType<typeof draftFor>>;
export type UserForm = ReturnType<typeof useForm<ReturnType<typeof draftFor>>>;

const prefs = UserPrefs.parse({});
export const blankDraft: Draft = {
  name: '',
  email: '',
  phone: null,
  password: '',
  again: '',
  roleId: '',
  rights: [],
  getsCollectionNotices: false,
  getsBillingAlerts: false,
  getsSystemAlerts: false,
  getsTickets: false,
  noFeedback: prefs.noFeedback,
  timezone: prefs.userTimezone,
  duration: prefs.userDuration,
  dateFormat: prefs.userDateFormat,
  timeFormat: prefs.userTimeFormat,
};

/** What the form shows of a stored person. A password is never shown. */
export function draftOf(contact: Contact): Draft {
  const shown = Object.fromEntries(Object.keys(blankDraft).map((key) => [key, contact[key as keyof Contact]]));
  const own = { roleId: String(contact.roleId), rights: enabledRights(contact.rights), password: '', again: '' };
  return { ...(shown as Draft), ...own };
}

/** A draft as the call takes it. */
export const sentOf = ({ roleId, rights, password: _password, again: _again, ...draft }: Draft) => ({
  ...draft,
  roleId: Number(roleId),
  rights: asContactRights([...rights].sort((a, b) => a - b)),
});

/** What a save will change of a person's role, rights and notices, in sentences to read before it. */
export function changesToRead(before: Draft, draft: Draft, roles: ReplyOf<typeof listRoles>): string[] {
  const roleOf = (id: string) => roles.find((role) => String(role.id) === id)?.name ?? 'none';
  const { added, taken } = besideRole(before.rights, draft.rights);
  const turnedOn = alertLabels.filter(([key]) => draft[key] && !before[key]).map(([, label]) => label);
  const turnedOff = alertLabels.filter(([key]) => before[key] && !draft[key]).map(([, label]) => label);
  return [
    draft.roleId !== before.roleId && `Role: ${roleOf(before.roleId)} → ${roleOf(draft.roleId)}`,
    added.length > 0 && `Gets ${added.map(rightLabel).join(', ')}`,
    taken.length > 0 && `Loses ${taken.map(rightLabel).join(', ')}`,
    turnedOn.length > 0 && `Turns on ${turnedOn.join(', ')}`,
    turnedOff.length > 0 && `Turns off ${turnedOff.join(', ')}`,
  ].filter((line) => line !== false);
}

export const alertLabels = [
  ['getsCollectionNotices', 'Data collection notices'],
  ['getsBillingAlerts', 'Billing alerts'],
  ['getsSystemAlerts', 'System alerts'],
  ['getsTickets', 'New support tickets'],
] as const;

const withNow = (offered: readonly string[], now: string) => (offered.includes(now) ? offered : [now, ...offered]);
const asChoices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
export const dateChoices = (now: string) => asChoices(withNow(dateFormats, now));
export const timeChoices = (now: string) => asChoices(withNow(timeFormats, now));
export const zoneChoices = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }));
export const durationChoices = [
  { value: 'weeks', label: 'Weeks' },
  { value: 'days', label: 'Days' },
];
