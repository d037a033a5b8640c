import type { FacilityForm, FacilityStyle } from '#contract/mapping/facility-add.ts';

/** What a target asks beyond the form itself: its regions, and its required custom fields with their labels. */
export type FacilityDemands = {
  readonly hasRegions: boolean;
  readonly requiredFields: readonly { readonly name: string; readonly label: string }[];
};

const longestAddress = 80;
const allied = 'ALLIED';

/**
 * What keeps a new facility from being added: a sentence for each bad field, empty where there is none. The same for the form and
 * the service.
 */
export function facilityProblems(
  style: FacilityStyle,
  form: FacilityForm,
  { hasRegions, requiredFields }: FacilityDemands,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  const need = (field: keyof FacilityForm, sentence: string): void => {
    if (form[field] === '') problems[field] = sentence;
  };
  need('Facility', 'Write the name of the facility');
  need('State', 'Choose the state');
  need('Location', 'Write the city');
  if (form.Address.length > longestAddress)
    problems['Address'] = `Shorten the address to ${longestAddress} characters (${form.Address.length} now)`;
  if (style === 'recruiting') {
    need('ContactFirstName', 'Write the first name of the contact');
    if (hasRegions) need('Region', 'Choose the region');
    for (const { name, label } of requiredFields)
      if ((form.CustomFields[name] ?? '').trim() === '') problems[`CustomFields.${name}`] = `Fill in ${label}`;
  }
  if (style === 'offering') {
    need('Address', 'Write the address');
    need('Status', 'Choose the status');
    need('Zip', 'Write the zip code');
    if (form.JobTypes.length === 0) problems['JobTypes'] = 'Choose at least one job type';
    Object.assign(problems, offeringProblems(form));
  }
  return problems;
}

function offeringProblems({ AllOfferings, Offerings }: FacilityForm): Record<string, string> {
  if (AllOfferings) return {};
  if (Offerings.length === 0) return { Offerings: 'Choose all offerings, or add at least one' };
  const problems: Record<string, string> = {};
  for (const [i, { offering, clientType, vendorSystem, subOffering }] of Offerings.entries()) {
    const at = (field: string) => `Offerings.${i}.${field}`;
    if (offering === '') problems[at('offering')] = 'Choose the offering';
    if (clientType === '') problems[at('clientType')] = 'Choose the client type';
    if (vendorSystem === '') problems[at('vendorSystem')] = 'Choose the vendor system';
    if (offering.toUpperCase() === allied && subOffering === '')
      problems[at('subOffering')] = 'Choose the sub-offering of ALLIED';
  }
  return problems;
}
