/** The domain of the demo's vendor that mails. */
export const mailVendorDomain = 'lakeside-vms.example';

/** Records of the demo's domains: the vendor sends its emails from this computer and from nowhere else. */
const records: Readonly<Record<string, readonly string[]>> = {
  [mailVendorDomain]: ['v=spf1 ip4:127.0.0.1 -all'],
  [`_dmarc.${mailVendorDomain}`]: ['v=DMARC1; p=reject'],
};

/** Looks up records in the demo, which asks no name server. */
export async function demoRecords(name: string, type: string): Promise<readonly (readonly string[])[]> {
  const found = type === 'TXT' ? records[name.toLowerCase()] : undefined;
  if (found) return found.map((text) => [text]);
  throw Object.assign(new Error(`no records of ${name}`), { code: 'ENOTFOUND' });
}
