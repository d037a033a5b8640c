import * as z from 'zod';

/** What a task signs in with. All of them are encrypted; a task's row says only which ones it has. */
export const CredentialName = z.enum(['url', 'username', 'password', 'orgKey', 'secretKey']);
export type CredentialName = z.infer<typeof CredentialName>;

/** One field of the tasks of a crawler. */
const FieldSetup = z.object({
  /** Tasks of the crawler have the field. */
  active: z.boolean(),
  /** People of the customer may change it. Otherwise they see it, and administrators change it. */
  customizable: z.boolean(),
  /** Only administrators see it. */
  adminOnly: z.boolean(),
  /** What the vendor calls it; blank for the usual name. Of `label` the text of the note, of `switch` the name of the switch. */
  text: z.string().trim().max(500, 'Shorten this to 500 characters'),
});
export type FieldSetup = z.infer<typeof FieldSetup>;

/** Which fields the tasks of a crawler have. `label` is a note above the fields, `switch` an option that tasks turn on or off. */
export const CrawlerSettings = z.object({
  url: FieldSetup,
  username: FieldSetup,
  password: FieldSetup,
  orgKey: FieldSetup,
  secretKey: FieldSetup,
  description: FieldSetup,
  label: FieldSetup,
  switch: FieldSetup,
  /** The form of a task shows the note and no other field. */
  onlyLabel: z.boolean(),
  /** The form for a new task does not offer the crawler. */
  hideFromWizard: z.boolean(),
  /** Every task uses the org key that an administrator entered for the crawler; the field of the task is locked. */
  presetOrgKey: z.boolean(),
});
export type CrawlerSettings = z.infer<typeof CrawlerSettings>;

/** A field that a crawler can give its tasks. */
export type CrawlerField = Exclude<keyof CrawlerSettings, 'onlyLabel' | 'hideFromWizard' | 'presetOrgKey'>;
