import * as z from 'zod';
import type { useForm } from '#src/ui/form/use-form.ts';

const text = z.string().trim().max(200, 'Shorten this to 200 characters');
/** The service checks the fields that the target's style requires and reports each missing one. The form keeps its input. */
export const FacilityDraft = z.object({
  name: text,
  address: text.max(80, 'Shorten the address to 80 characters'),
  city: text,
  state: text,
  zip: text.max(12, 'Shorten the zip to 12 characters'),
  region: text,
  contactFirstName: text,
  contactLastName: text,
  status: text,
  jobTypes: z.array(z.string()),
  allOfferings: z.boolean(),
  offerings: z.array(z.object({ offering: text, clientType: text, vendorSystem: text, subOffering: text })),
  parentClientId: text,
  customFields: z.record(z.string(), z.string()),
});
export type FacilityDraft = z.output<typeof FacilityDraft>;
export type FacilityDraftForm = ReturnType<typeof useForm<typeof FacilityDraft>>;
