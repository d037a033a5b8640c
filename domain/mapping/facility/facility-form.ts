import type { FacilityForm, FacilityStyle } from '#contract/mapping/facility-add.ts';

/** What a target requires in addition to the form: its regions, and its required custom fields with their labels. */
export type FacilityDemands = {
  readonly hasRegions: boolean;
  readonly requiredFields: readonly { readonly name: string; readonly label: string }[];
};

const longestAddress = 80;
const allied = 'ALLIED';

/** Checks a new facility, in the form and on the service: a sentence for each invalid field, empty if there is none. */
export function facilityProblems(
  style: FacilityStyle,
  form: FacilityForm,
  { hasRegions, requiredFields }: FacilityDemands,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  const need = (field: keyof FacilityForm, sentence: string): void => {
    if (form[field] === '') problems[field] = sentence;
  };
  need('name', 'Write the name of the facility');
  need('state', 'Choose the state');
  need('city', 'Write the city');
  if (form.address.length > longestAddress)
    problems['address'] = `Shorten the address to ${longestAddress} characters (${form.address.length} now)`;
  if (style === 'recruiting') {
    need('contactFirstName', 'Write the first name of the contact');
    if (hasRegions) need('region', 'Choose the region');
    for (const { name, label } of requiredFields)
      if ((form.customFields[name] ?? '').trim() === '') problems[`customFields.${name}`] = `Fill in ${label}`;
  }
  if (style === 'offering') {
    need('address', 'Write the address');
    need('status', 'Choose the status');
    need('zip', 'Write the zip code');
    if (form.jobTypes.length === 0) problems['jobTypes'] = 'Choose at least one job type';
    Object.assign(problems, offeringProblems(form));
  }
  return problems;
}

function offeringProblems({ allOfferings, offerings }: FacilityForm): Record<string, string> {
  if (allOfferings) return {};
  if (offerings.length === 0) return { offerings: 'Choose all offerings, or add at least one' };
  const problems: Record<string, string> = {};
  for (const [i, { offering, clientType, vendorSystem, subOffering }] of offerings.entries()) {
    const at = (field: string) => `offerings.${i}.${field}`;
    if (offering === '') problems[at('offering')] = 'Choose the offering';
    if (clientType === '') problems[at('clientType')] = 'Choose the client type';
    if (vendorSystem === '') problems[at('vendorSystem')] = 'Choose the vendor system';
    if (offering.toUpperCase() === allied && subOffering === '')
      problems[at('subOffering')] = 'Choose the sub-offering of ALLIED';
  }
  return problems;
}
