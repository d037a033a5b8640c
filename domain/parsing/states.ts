const US =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI Virgin Islands|FM Federated States of Micronesia|MH Marshall Islands|PW Palau|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific';
const CANADA =
  'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon';
const OTHER_NAMES =
  'DC Washington DC|DC Washington D C|NC N Carolina|SC S Carolina|ND N Dakota|SD S Dakota|WV W Virginia|VI US Virgin Islands|PE PEI|NL Newfoundland|MA Mass|CA Calif|FL Fla|TX Tex|PA Penn|WA Washington State|NY New York State';

const plain = (text: string): string => text.toLowerCase().replaceAll(/[.,]/g, '').replaceAll(/\s+/g, ' ').trim();

const codes = new Map<string, string>(
  [US, CANADA, OTHER_NAMES].flatMap((list) =>
    list.split('|').flatMap((entry) => {
      const code = entry.slice(0, 2);
      return [
        [plain(entry.slice(3)), code],
        [code.toLowerCase(), code],
      ] as const;
    }),
  ),
);

/**
 * Two-letter postal code of a US state, territory or military region or a Canadian province, by code or name. Undefined if it is
 * none.
 */
export const stateCode = (text: string): string | undefined =>
  codes.get(plain(text)) ?? codes.get(plain(text).replaceAll(' ', ''));

/** States, territories and provinces with their two-letter codes, by country and then name, as forms list them. */
export const stateNames: readonly { code: string; name: string }[] = [US, CANADA].flatMap((list) =>
  list.split('|').map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) })),
);

const words = new Map(stateNames.map(({ code, name }) => [code, name.toLowerCase().split(' ')]));

/** The words of a state's name in lower case, such as "new", "york", by its code. Empty for an unknown code. */
export const stateLabel = (code: string): readonly string[] => words.get(code) ?? [];
